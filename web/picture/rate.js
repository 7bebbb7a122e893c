const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The pictures a second that are worth sending: few to those who asked for calm, hardly any to a hidden page. */
function rate() {
  if (document.hidden) return 1;
  return calm.matches ? 2 : 30;
}

/** Tells the sign how many pictures this page wants, whenever that changes. */
export function askForRate(connection) {
  const tell = () => connection.send({ rate: rate() });
  connection.addEventListener("hello", tell);
  document.addEventListener("visibilitychange", tell);
  calm.addEventListener("change", tell);
}
