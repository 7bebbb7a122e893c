// @ts-check

/**
 * Makes these the children of an element, in this order. The one with the focus stays where it is and the others move
 * around it, because an element that is moved loses its focus.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    if (child.contains(document.activeElement) && child.parentElement === parent) {
      while (parent.children[index] !== child) parent.append(parent.children[index]);
    } else if (parent.children[index] !== child) {
      parent.insertBefore(child, parent.children[index] ?? null);
    }
  });
}

/**
 * An element whose children show a list. An item that stays keeps its element, which is updated in place, so that focus,
 * selection and hover stay, too.
 * @template Item
 */
export class KeyedList {
  #parent;
  #keyOf;
  #makeRow;
  #empty;
  /** @type {Map<string, {element: Element, update?: (item: Item) => void}>} */
  #rows = new Map();

  /**
   * @param {Element} parent has no other children
   * @param {(item: Item, index: number) => string} keyOf says which items are the same; items with equal keys are told apart by their order
   * @param {(item: Item) => {element: Element, update?: (item: Item) => void}} makeRow `update` shows an item, also the first one
   * @param {Element} [empty] stands in place of a list without items
   */
  constructor(parent, keyOf, makeRow, empty) {
    this.#parent = parent;
    this.#keyOf = keyOf;
    this.#makeRow = makeRow;
    this.#empty = empty;
  }

  /** @param {Item[]} items */
  show(items) {
    const rows = new Map();
    for (const [index, item] of items.entries()) {
      const key = this.#keyOf(item, index);
      let numbered = key;
      for (let number = 2; rows.has(numbered); number++) numbered = `${key} ${number}`;
      const row = this.#rows.get(numbered) ?? this.#makeRow(item);
      row.update?.(item);
      rows.set(numbered, row);
    }
    this.#rows = rows;
    const elements = [...rows.values()].map(({ element }) => element);
    arrange(this.#parent, elements.length || !this.#empty ? elements : [this.#empty]);
  }
}
