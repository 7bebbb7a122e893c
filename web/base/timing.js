/** Returns a function that runs `action` once its calls have paused for so many milliseconds. */
export function afterPause(milliseconds, action) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/** Returns a function that runs `action` at most once in so many milliseconds, and never loses the last call. */
export function atMostEvery(milliseconds, action) {
  let timer;
  let next = 0;
  return (...values) => {
    clearTimeout(timer);
    const run = () => {
      next = performance.now() + milliseconds;
      action(...values);
    };
    const wait = next - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
  };
}
