import { exports } from "cloudflare:workers";
import { type Json, Person } from "./person.ts";

let made = 0;

/** A new organization with its owner; nothing of it is shared with another test. */
export async function organization(): Promise<{ host: string; owner: Person; reply: Json }> {
  made += 1;
  const subdomain = `t${made}-${crypto.randomUUID().slice(0, 8)}`;
  const host = `${subdomain}.localhost`;
  const form = new URLSearchParams({
    name: "Test",
    subdomain,
    email: "iris@example.com",
    full_name: "Iris Owner",
    password: "correct horse",
  });
  const response = await exports.default.fetch("http://localhost/api/v1/organizations", { method: "POST", body: form });
  const reply: Json = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(reply));
  return { host, reply, owner: new Person(host, reply.email, reply.api_key, reply.user_id) };
}
