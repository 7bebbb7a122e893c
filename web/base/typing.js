// @ts-check

/**
 * Replaces what is selected in a text area, as if it had been typed.
 * @param {HTMLTextAreaElement} area has the focus
 * @param {string} text
 */
export function type(area, text) {
  // Only this way of inserting can be undone with Ctrl+Z.
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
