import { Browser } from "./browser.ts";
import { OWNER_PASSWORD, PASSWORD } from "./organization.ts";
import { type Fields, Person, type Reply } from "./person.ts";

/** A user for whom each request is sent from a browser that has just logged in. */
class Fresh extends Person {
  protected override readonly base = "/json";

  constructor({ host, email, id }: Person) {
    super(host, email, "", id);
  }

  override async send(
    method: string,
    path: string,
    fields: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const browser = new Browser(this.host);
    const password = this.email.startsWith("iris") ? OWNER_PASSWORD : PASSWORD;
    await browser.fetch("POST", "/json/login", { username: this.email, password }, headers);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return super.send(method, path, fields, { Cookie, "X-CSRFToken": browser.csrf, ...headers });
  }
}

/** Returns a member of the cast with a recent login, for actions that require one. */
export const freshly = (person: Person): Person => new Fresh(person);
