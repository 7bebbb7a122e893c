/**
 * Makes a tab list of the ARIA pattern: arrow keys move between tabs, Tab goes into the panel.
 * @param {HTMLElement} list an element with the role tablist
 * @param {(name: string) => void} opened called with the name (data-tab) of each tab that opens
 */
export function makeTabs(list, opened) {
  const all = () => [...list.querySelectorAll("[role=tab]")].filter((tab) => tab.offsetParent);

  function open(tab, takesFocus) {
    for (const other of list.querySelectorAll("[role=tab]")) {
      const isOpen = other === tab;
      other.setAttribute("aria-selected", isOpen);
      other.tabIndex = isOpen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !isOpen;
    }
    if (takesFocus) tab.focus();
    document.body.dataset.tab = tab.dataset.tab;
    opened(tab.dataset.tab);
  }

  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) open(tab, false);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = all();
    const current = tabs.indexOf(event.target.closest("[role=tab]"));
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined || current < 0) return;
    event.preventDefault();
    open(tabs.at(next % tabs.length), true);
  });
  // A tab whose panel has a place of its own on a wide screen is not shown there.
  addEventListener("resize", () => {
    const current = list.querySelector("[aria-selected=true]");
    if (!current.offsetParent) open(all()[0], false);
  });
  open(all()[0], false);

  return {
    /** Shows or hides a tab; the first one opens in place of an open tab that is hidden. */
    allow(name, isAllowed) {
      const tab = list.querySelector(`[data-tab="${name}"]`);
      tab.hidden = !isAllowed;
      if (!isAllowed && tab.getAttribute("aria-selected") === "true") open(all()[0], false);
    },
    open: (name) => open(list.querySelector(`[data-tab="${name}"]`), true),
  };
}
