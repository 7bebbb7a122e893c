// @ts-check

/**
 * Makes an element; strings become text, never markup, because many of them come from other people.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties] properties of the element; names with a hyphen are attributes, `on` has listeners
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name.includes("-") || name === "role" || name === "for") {
      element.setAttribute(name, value);
    } else {
      Object.assign(element, { [name]: value });
    }
  }
  element.append(...children);
  return element;
}

/**
 * Returns the first element below another that fits a selector.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T}
 * @throws {TypeError} if there is none of this type
 */
export function find(root, selector, type = /** @type {any} */ (HTMLElement)) {
  const element = root.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`there is no ${type.name} ${selector}`);
  return element;
}

/**
 * Returns the element with this id.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 */
export const byId = (id, type) => find(document, `#${id}`, type);

/**
 * Sets the text of an element only if it differs, so that screen readers do not repeat it.
 * @param {Node} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
