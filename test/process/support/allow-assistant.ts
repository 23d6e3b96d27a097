import { PASSWORD, type Person } from "./person.ts";

interface Allowed {
  readonly scopes: readonly string[];
  readonly approval?: string;
  /** A fetch function that can reach the host of the organization. Needed if its name can't be resolved. */
  readonly ask?: typeof fetch;
}

/** Logs a user in again, and grants what a consent URL requests, like their browser would. Returns the redirect URL. */
export async function allowAssistant(person: Person, address: string, given: Allowed) {
  const { scopes, approval = "none", ask = fetch } = given;
  const cookies = (await person.logIn(PASSWORD)).map((one) => one.split(";")[0]).join("; ");
  const shown = await ask(address, { headers: { cookie: cookies, accept: "text/html" } });
  const page = await shown.text();
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const form = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, unescaped(value)]));
  form.set("approval", approval);
  form.set("decision", "allow");
  for (const scope of scopes) form.append("allowed", scope);
  const to = new URL("/oauth/authorize", address);
  const answer = await ask(to, { method: "POST", redirect: "manual", headers: { cookie: cookies }, body: form });
  const back = answer.headers.get("location");
  if (answer.status !== 303 || back === null) throw new Error(`not allowed: ${shown.status} ${page}`);
  return back;
}

const unescaped = (text: string) =>
  text.replace(/&(?:quot|#39|lt|gt|amp);/g, (sign) => SIGNS[sign as keyof typeof SIGNS]);
const SIGNS = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
