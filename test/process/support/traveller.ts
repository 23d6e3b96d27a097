import type { Json } from "./person.ts";

/** The page that a traveller reached. */
interface Arrived {
  readonly status: number;
  readonly url: URL;
  readonly text: string;
}

/** A browser that visits several sites. Each site has its own cookies. */
export class Traveller {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Opens a URL, or submits a form, and follows redirects. */
  async open(address: string | URL, form?: Readonly<Record<string, string>>): Promise<Arrived> {
    let [url, body] = [new URL(address), form];
    for (let steps = 0; steps < 20; steps++) {
      const response = await this.#send(url, body);
      const location = response.headers.get("location");
      if (location === null) return { status: response.status, url, text: await response.text() };
      await response.body?.cancel();
      [url, body] = [new URL(location, url), undefined];
    }
    throw new Error(`led around in circles: ${url}`);
  }

  /** Sends a request as the web client does, in the browser's session. */
  async ask(site: string, method: string, path: string, fields: Json = {}): Promise<{ status: number; body: Json }> {
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const isGet = method === "GET";
    const headers = {
      Cookie: this.#header(new URL(site)),
      "X-CSRFToken": this.#of(new URL(site)).get("csrftoken") ?? "",
    };
    const response = await fetch(`${site}/json${path}${isGet && form.size > 0 ? `?${form}` : ""}`, {
      ...{ method, headers },
      ...(!isGet && { body: form }),
    });
    this.#keep(new URL(site), response);
    return { status: response.status, body: await response.json() };
  }

  async #send(url: URL, form: Readonly<Record<string, string>> | undefined): Promise<Response> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: this.#header(url), Accept: "text/html" },
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
    });
    this.#keep(url, response);
    return response;
  }

  #of({ host }: URL): Map<string, string> {
    const known = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, known);
    return known;
  }

  #header = (url: URL): string => [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join("; ");

  #keep(url: URL, { headers }: Response): void {
    for (const set of headers.getSetCookie()) {
      const [pair = "", ...attributes] = set.split(/; */);
      const [name = "", ...value] = pair.split("=");
      const isOver = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=.* 1970 /i.test(one));
      if (isOver) this.#of(url).delete(name);
      else this.#of(url).set(name, value.join("="));
    }
  }
}
