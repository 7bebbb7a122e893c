/** The words that the schema of sign files has for a place: keys, or values of a key. */
export class SchemaWords {
  #schema;

  constructor(schema) {
    this.#schema = schema;
  }

  /**
   * The words that may stand at a place, in the order of the schema.
   * @returns {Array<{word: string, description: string}>}
   */
  at({ path, isValue }) {
    let nodes = this.#open([this.#schema]);
    for (const step of path) {
      nodes = this.#open(nodes.flatMap((node) => this.#inside(node, step)));
    }
    const words = new Map();
    for (const node of nodes) {
      for (const [word, description] of isValue ? values(node) : this.#keys(node)) {
        if (!words.has(word)) words.set(word, description);
      }
    }
    return [...words].map(([word, description]) => ({ word, description }));
  }

  #keys(node) {
    return Object.entries(node.properties ?? {}).filter(([, each]) => each !== false)
      .map(([key, each]) => [key, each.description ?? this.#resolve(each).description ?? ""]);
  }

  #inside(node, step) {
    if (typeof step === "number") return node.items ? [node.items] : [];
    const more = node.additionalProperties;
    return [node.properties?.[step] ?? (typeof more === "object" ? more : undefined)].filter(Boolean);
  }

  /** All alternatives and parts of nodes, with references followed. */
  #open(nodes, depth = 0) {
    if (depth > 8) return [];
    return nodes.map((node) => this.#resolve(node)).flatMap((node) => {
      const parts = ["anyOf", "oneOf", "allOf"].flatMap((kind) => node[kind] ?? []);
      return [node, ...this.#open(parts, depth + 1)];
    });
  }

  #resolve(node) {
    for (let hops = 0; node.$ref && hops < 8; hops++) {
      node = node.$ref.slice(2).split("/").reduce((inner, step) => inner?.[step], this.#schema) ?? {};
    }
    return node;
  }
}

function values(node) {
  const all = node.enum ?? ("const" in node ? [node.const] : []);
  // Of the two ways to write a flag the schema has both; one is enough.
  return all.filter((value) => typeof value === "string" && value !== "true" && value !== "false")
    .map((value) => [value, ""]);
}
