// @ts-check
import { byId, find } from "../base/dom.js";

/**
 * Makes a tab list of the ARIA pattern: arrow keys move between tabs, Tab goes into the panel.
 * @param {HTMLElement} list an element with the role tablist
 * @param {(name: string) => void} opened called with the name (data-tab) of each tab that opens
 */
export function makeTabs(list, opened) {
  const all = [...list.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
  // A tab whose panel has a place of its own on a wide screen is not shown there.
  const shown = () => all.filter((tab) => tab.offsetParent);
  const current = () => all.find((tab) => tab.getAttribute("aria-selected") === "true");
  /** @param {Event} event */
  const tabOf = (event) => all.find((tab) => tab.contains(/** @type {Node} */ (event.target)));

  /** @param {HTMLElement} tab */
  function open(tab) {
    for (const other of all) {
      const isOpen = other === tab;
      other.setAttribute("aria-selected", String(isOpen));
      other.tabIndex = isOpen ? 0 : -1;
      byId(other.getAttribute("aria-controls") ?? "").hidden = !isOpen;
    }
    const { tab: name = "" } = tab.dataset;
    document.body.dataset.tab = name;
    opened(name);
  }

  list.addEventListener("click", (event) => {
    const tab = tabOf(event);
    if (tab) open(tab);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = shown();
    const index = tabs.findIndex((tab) => tab === tabOf(event));
    /** @type {Record<string, number | undefined>} */
    const places = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (place === undefined || index < 0) return;
    event.preventDefault();
    const tab = tabs[(place + tabs.length) % tabs.length];
    open(tab);
    tab.focus();
  });
  addEventListener("resize", () => {
    if (!current()?.offsetParent) open(shown()[0]);
  });
  open(shown()[0]);

  return {
    /**
     * Shows or hides a tab; the first one opens in place of an open tab that is hidden.
     * @param {string} name
     * @param {boolean} isAllowed
     */
    allow(name, isAllowed) {
      const tab = find(list, `[data-tab="${name}"]`);
      tab.hidden = !isAllowed;
      if (!isAllowed && tab === current()) open(shown()[0]);
    },
  };
}
