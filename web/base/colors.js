// @ts-check
/** The colours that forms offer by name. */
export const colors = ["amber", "white", "red", "orange", "yellow", "green", "cyan", "blue", "magenta"];
