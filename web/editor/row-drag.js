// @ts-check

/** How near to an edge of what scrolls a row begins to scroll it, in pixels, and how far with each event. */
const edge = 56;
const step = 12;

/** Rows of a list are dragged to another place by their handles, with the mouse or a finger. */
export class RowDrag {
  #list;
  #groupOf;
  #drop;
  /** @type {{row: HTMLElement, group: HTMLElement[], from: number, to: number, y: number, top: number} | undefined} */
  #drag;

  /**
   * @param {HTMLElement} list
   * @param {(index: number) => [number, number]} groupOf the first row, and the one behind the last, between which a row may move
   * @param {(from: number, to: number) => void} drop called when a row is dropped in another place
   */
  constructor(list, groupOf, drop) {
    this.#list = list;
    this.#groupOf = groupOf;
    this.#drop = drop;
    list.addEventListener("pointerdown", (event) => this.#begin(event));
    list.addEventListener("pointermove", (event) => this.#move(event));
    list.addEventListener("pointerup", () => this.#end(true));
    list.addEventListener("pointercancel", () => this.#end(false));
    addEventListener("keydown", (event) => event.key === "Escape" && this.#end(false));
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const handle = /** @type {Element} */ (event.target).closest(".handle");
    const row = handle?.closest("li");
    if (!handle || !row || event.button !== 0 || this.#drag) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    const from = rows.indexOf(row);
    const [first, end] = this.#groupOf(from);
    this.#drag = {
      row, group: rows.slice(first, end), from: from - first, to: from - first, y: event.clientY, top: this.#list.getBoundingClientRect().top };
    row.classList.add("dragged");
  }

  /** @param {PointerEvent} event */
  #move({ clientY }) {
    const drag = this.#drag;
    if (!drag) return;
    this.#scroll(clientY);
    const { row, group, from } = drag;
    // The list may have been scrolled meanwhile.
    const way = clientY - drag.y - (this.#list.getBoundingClientRect().top - drag.top);
    const [first, last] = [group[0], group[group.length - 1]];
    const most = last.offsetTop + last.offsetHeight - row.offsetTop - row.offsetHeight;
    const moved = Math.min(Math.max(way, first.offsetTop - row.offsetTop), most);
    // A row takes the place of one whose middle it has passed with its edge.
    const reached = row.offsetTop + moved + (moved > 0 ? row.offsetHeight : 0);
    drag.to = group.filter((other) => other !== row && other.offsetTop + other.offsetHeight / 2 < reached).length;
    group.forEach((other, index) => {
      // Those in between make room.
      const gives = index > from && index <= drag.to ? -1 : index < from && index >= drag.to ? 1 : 0;
      other.style.transform = `translateY(${other === row ? moved : gives * row.offsetHeight}px)`;
    });
  }

  /** @param {number} y of the pointer */
  #scroll(y) {
    const way = y < edge ? -step : y > innerHeight - edge ? step : 0;
    if (!way) return;
    /** @type {HTMLElement | null} */
    let area = this.#list;
    while (area && (area.scrollHeight <= area.clientHeight || getComputedStyle(area).overflowY === "visible")) area = area.parentElement;
    (area ?? document.scrollingElement)?.scrollBy(0, way);
  }

  /** @param {boolean} isDropped */
  #end(isDropped) {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = undefined;
    drag.row.classList.remove("dragged");
    for (const row of drag.group) row.style.transform = "";
    const first = [...this.#list.children].indexOf(drag.group[0]);
    if (isDropped && drag.to !== drag.from && first >= 0) this.#drop(first + drag.from, first + drag.to);
  }
}
