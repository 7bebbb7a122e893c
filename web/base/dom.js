/**
 * Makes an element; strings become text, never markup, because many of them come from other people.
 * @param {string} tag
 * @param {Object<string, *>} [properties] properties of the element; names with a hyphen are attributes, `on` has listeners
 * @param {...(Node|string)} children
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
      element[name] = value;
    }
  }
  element.append(...children);
  return element;
}

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Sets the text of an element only if it differs, so that screen readers do not repeat it. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
