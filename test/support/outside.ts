import { onTestFinished } from "vitest";

type Own = readonly string[] | ((url: URL) => boolean);
type Answer = (request: Request, init: RequestInit) => Response | Promise<Response>;

/**
 * Answers requests to a test's own hosts until the test ends. All other requests go to the previous `fetch`:
 * organizations of earlier tests still send some, and no test may answer or count these.
 */
export function answerOutside(own: Own, answer: Answer): void {
  const former = globalThis.fetch;
  globalThis.fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOwn = typeof own === "function" ? own(url) : own.includes(url.hostname);
    return isOwn ? answer(new Request(input, init), init) : former(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = former;
  });
}
