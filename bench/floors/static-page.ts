/**
 * Returns a page that shows a text, and that loads files and a response as large as the web client's without using
 * them. It measures the time of the browser and the network alone. Undefined if the path isn't one of the page's.
 */
export function staticPage(path: string, sizes: URLSearchParams): Response | undefined {
  const size = (name: string) => Number(sizes.get(name) ?? 0);
  switch (path) {
    case "/page":
      return sent(
        "text/html",
        `<!doctype html><title>Floor</title><link rel="stylesheet" href="/style?${sizes}">` +
          `<script type="module" src="/script?${sizes}"></script><body><h1>Floor</h1><div></div>`,
      );
    case "/style":
      return sent("text/css", filled(`h1 { color: gray }`, size("style")));
    case "/script":
      return sent("text/javascript", filled(script(sizes), size("script")));
    case "/data":
      return sent("text/plain", filled("", size("data")));
    default:
      return undefined;
  }
}

const script = (sizes: URLSearchParams) =>
  `await (await fetch("/data?${sizes}")).text();` +
  `document.querySelector("div").innerHTML = "<p>This is what somebody reads: ${sizes.get("text")}</p>";`;

const filled = (text: string, size: number) => `${text}/*${"x".repeat(Math.max(0, size - text.length - 4))}*/`;

const sent = (type: string, body: string) => new Response(body, { headers: { "content-type": type } });
