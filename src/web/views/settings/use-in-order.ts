import { useRef } from "preact/hooks";

/** Returns a function that runs tasks one at a time, in the order of its calls. A failed task doesn't stop the next. */
export function useInOrder(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (task) => {
    const done = last.current.then(task);
    last.current = done.catch(() => {});
    return done;
  };
}
