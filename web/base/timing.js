// @ts-check

/**
 * Returns a function that runs `action` once its calls have paused for so many milliseconds.
 * @param {number} milliseconds
 * @param {() => void} action
 */
export function afterPause(milliseconds, action) {
  /** @type {number | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/**
 * Returns a function that runs `action` at most once in so many milliseconds, and never loses the last call.
 * @param {number} milliseconds
 * @param {() => void} action
 */
export function atMostEvery(milliseconds, action) {
  /** @type {number | undefined} */
  let timer;
  let next = 0;
  return () => {
    clearTimeout(timer);
    const run = () => {
      next = performance.now() + milliseconds;
      action();
    };
    const wait = next - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
  };
}
