import { html } from "./html.ts";
import { htmlPage, wantsPage } from "./html-page.ts";

const TITLES: Readonly<Record<number, string>> = {
  401: "Not logged in",
  403: "Not allowed",
  404: "Not found",
  405: "Not possible here",
  429: "Too often",
};

/** Turns a JSON failure into an HTML page where a browser asked for one; programs get the JSON. */
export async function forPeople(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isFailure = status >= 400 && headers.get("content-type")?.startsWith("application/json") === true;
  if (!isFailure || !wantsPage(request)) return response;
  const { msg = "" } = await response.json<{ msg?: string }>();
  const title = TITLES[status] ?? "This did not work";
  const body = html`<p>${msg === title ? "There is nothing at this address." : msg}</p>
<p><a href="/">To the first page</a></p>`;
  const page = htmlPage({ title, status, body });
  for (const [name, value] of headers) {
    if (/^content-/i.test(name)) continue;
    if (name.toLowerCase() === "set-cookie") page.headers.append(name, value);
    else page.headers.set(name, value);
  }
  return page;
}
