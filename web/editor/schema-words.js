// @ts-check
import { call } from "../base/api.js";

/** @type {Promise<SchemaWords> | undefined} */
let loaded;

/** The words of the schema of this sign, which is read once. */
export function schemaWords() {
  loaded ??= call("GET", "schema").then((schema) => new SchemaWords(schema));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** The words that the schema of sign files has for a place: keys, or values of a key. */
export class SchemaWords {
  #schema;

  /** @param {SchemaNode} schema */
  constructor(schema) {
    this.#schema = schema;
  }

  /**
   * The words that may stand at a place, in the order of the schema.
   * @param {Pick<import("./yaml-place.js").Place, "path" | "isValue">} place
   * @returns {{word: string, description: string}[]}
   */
  at({ path, isValue }) {
    let nodes = this.#open([this.#schema]);
    for (const step of path) {
      nodes = this.#open(nodes.flatMap((node) => this.#inside(node, step)));
    }
    /** @type {Map<string, string>} */
    const words = new Map();
    for (const node of nodes) {
      for (const [word, description] of isValue ? values(node) : this.#keys(node)) {
        if (!words.has(word)) words.set(word, description);
      }
    }
    return [...words].map(([word, description]) => ({ word, description }));
  }

  /**
   * The values of a definition.
   * @param {string} name
   */
  valuesOf(name) {
    return values(this.#resolve({ $ref: `#/$defs/${name}` })).map(([word]) => word);
  }

  /**
   * @param {SchemaNode} node
   * @returns {[string, string][]} keys with their descriptions
   */
  #keys(node) {
    return Object.entries(node.properties ?? {}).flatMap(([key, each]) =>
      (each ? [[key, each.description ?? this.#resolve(each).description ?? ""]] : []));
  }

  /**
   * @param {SchemaNode} node
   * @param {string | number} step
   * @returns {SchemaNode[]}
   */
  #inside(node, step) {
    if (typeof step === "number") return node.items ? [node.items] : [];
    const more = node.additionalProperties;
    const inner = node.properties?.[step] ?? more;
    return typeof inner === "object" ? [inner] : [];
  }

  /**
   * All alternatives and parts of nodes, with references followed.
   * @param {SchemaNode[]} nodes
   * @returns {SchemaNode[]}
   */
  #open(nodes, depth = 0) {
    if (depth > 8) return [];
    return nodes.map((node) => this.#resolve(node)).flatMap((node) => {
      const parts = [node.anyOf, node.oneOf, node.allOf].flatMap((nodes) => nodes ?? []);
      return [node, ...this.#open(parts, depth + 1)];
    });
  }

  /** @param {SchemaNode} node */
  #resolve(node) {
    for (let hops = 0; node.$ref && hops < 8; hops++) {
      /** @type {any} */
      const schema = this.#schema;
      node = node.$ref.slice(2).split("/").reduce((inner, step) => inner?.[step], schema) ?? {};
    }
    return node;
  }
}

/**
 * @param {SchemaNode} node
 * @returns {[string, string][]} values without descriptions
 */
function values(node) {
  const all = node.enum ?? ("const" in node ? [node.const] : []);
  // Of the two ways to write a flag the schema has both; one is enough.
  return all.flatMap((value) => (typeof value === "string" && value !== "true" && value !== "false" ? [[value, ""]] : []));
}
