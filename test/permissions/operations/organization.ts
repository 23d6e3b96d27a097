import { exports } from "cloudflare:workers";
import { logIn, succeeds } from "../../support/log-in.ts";
import { OWNER_PASSWORD, PASSWORD } from "../../support/organization.ts";
import type { Json } from "../../support/person.ts";
import { miaPath, type Operation, operation, picture, type Sampled, type World, withFields } from "../world.ts";

const group = async ({ noah, count }: World): Promise<number> =>
  (await noah.ok(noah.post("/user_groups/create", { name: `crew ${count}`, description: "", members: [noah.id] })))
    .group_id;

const groupPath =
  (fields: (world: World) => Json = () => ({})): Sampled =>
  async (world) => ({ path: { user_group_id: await group(world) }, fields: fields(world) });

const linkifier = async ({ iris, count }: World): Promise<number> =>
  (
    await iris.ok(
      iris.post("/realm/filters", { pattern: `#${count}-(?P<id>[0-9]+)`, url_template: "https://e.org/{id}" }),
    )
  ).id;

const profileField = async ({ iris, count }: World): Promise<number> =>
  (await iris.ok(iris.post("/realm/profile_fields", { name: `Field ${count}`, field_type: 1 }))).id;

const domain = async ({ iris, count }: World): Promise<string> => {
  const name = `d${count}.example.org`;
  await iris.ok(iris.post("/realm/domains", { domain: name, allow_subdomains: false }));
  return name;
};

const emoji = async ({ noah, host, count }: World, name = `wave${count}`): Promise<string> => {
  const form = new FormData();
  form.set("file", picture());
  await exports.default.fetch(`http://${host}/api/v1/realm/emoji/${name}`, {
    method: "POST",
    headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    body: form,
  });
  return name;
};

const ofDirectory: Sampled = () => ({ path: { connection_id: 1 } });

export const organization: readonly Operation[] = [
  operation("n k p p p p p +", "GET /scim/connections"),
  operation("n k p p p p p f", "POST /scim/connections", () => ({ fields: { name: "Directory" } })),
  operation("n k p p p p p f", "PATCH /scim/connections/:connection_id", ofDirectory),
  operation("n k p p p p p f", "DELETE /scim/connections/:connection_id", ofDirectory),
  operation("n k p p p p p f", "POST /scim/connections/:connection_id/tokens", ofDirectory),
  operation("n k p p p p p f", "DELETE /scim/connections/:connection_id/tokens/:token_id", () => ({
    path: { connection_id: 1, token_id: 1 },
  })),
  operation("n k - b - - - +", "GET /holds"),
  operation("n k - b - - - f", "POST /holds", ({ iris }) => ({ fields: { name: "Case", custodians: [iris.id] } })),
  operation("n k - b - - - f", "PATCH /holds/:hold_id", () => ({ path: { hold_id: 1 }, fields: { name: "Case" } })),
  operation("n k - b - - - f", "DELETE /holds/:hold_id", () => ({ path: { hold_id: 1 } })),
  operation("n k + b + + + +", "GET /bots"),
  operation("n k - b + + + +", "POST /bots", ({ count }) => ({
    fields: { full_name: `Gull ${count}`, short_name: `gull${count}` },
  })),
  operation("n k - b + - + +", "DELETE /bots/:bot_id", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("n k - b + - + +", "GET /bots/:bot_id/api_key", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("n k - b + - + +", "PATCH /bots/:bot_id", async ({ newBot, count }) => ({
    path: { bot_id: (await newBot()).id },
    fields: { full_name: `Tern ${count}` },
  })),
  operation("n k - b + - + +", "POST /bots/:bot_id/api_key/regenerate", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("n k - b + - + +", "POST /bots/:bot_id/token/regenerate", async ({ newBot }) => ({
    path: { bot_id: (await newBot({ bot_type: 3, payload_url: JSON.stringify("https://hooks.example/") })).id },
  })),
  operation("+ + + + + + + +", "POST /fetch_api_key", ({ mia }) => ({
    fields: { username: mia.email, password: PASSWORD },
  })),
  operation("n k p p p p + +", "PATCH /realm", withFields({ description: "A garden" })),
  operation("n k p p p p p +", "POST /realm/deactivate"),
  operation("n k p p p p p +", "GET /realm/login_connections"),
  operation(
    "n k p p p p p f",
    "POST /realm/login_connections",
    withFields({ name: "X", issuer: "https://id.internal", client_id: "x", client_secret: "a long secret" }),
  ),
  operation("n k p p p p p f", "PATCH /realm/login_connections/:connection_id", () => ({
    path: { connection_id: 1 },
    fields: { name: "Y" },
  })),
  operation("n k p p p p p f", "PATCH /realm/login_connections", withFields({ order: [1] })),
  operation("n k p p p p p f", "DELETE /realm/login_connections/:connection_id", () => ({
    path: { connection_id: 1 },
  })),
  operation("n k p p p p p +", "GET /realm/login_domains"),
  operation("n k p p p p p f", "POST /realm/login_domains", withFields({ domain: "new.example.org" })),
  operation("n k p p p p p f", "POST /realm/login_domains/:login_domain_id/check", () => ({
    path: { login_domain_id: 1 },
  })),
  operation("n k p p p p p f", "DELETE /realm/login_domains/:login_domain_id", () => ({
    path: { login_domain_id: 1 },
  })),
  operation("n k + + + + + +", "GET /realm/domains"),
  operation("n k p p p p p +", "POST /realm/domains", ({ count }) => ({
    fields: { domain: `new${count}.example.org`, allow_subdomains: true },
  })),
  operation("n k p p p p p +", "DELETE /realm/domains/:domain", async (world) => ({
    path: { domain: await domain(world) },
  })),
  operation("n k p p p p p +", "PATCH /realm/domains/:domain", async (world) => ({
    path: { domain: await domain(world) },
    fields: { allow_subdomains: true },
  })),
  operation("n k + + + + + +", "GET /realm/emoji"),
  operation("n k - - + - + +", "DELETE /realm/emoji/:emoji_name", async (world) => ({
    path: { emoji_name: await emoji(world) },
  })),
  operation("n k - + + + + +", "POST /realm/emoji/:emoji_name", ({ count }) => ({
    path: { emoji_name: `octopus${count}` },
    file: picture(),
  })),
  operation("n k + + + + + +", "GET /realm/filters"),
  operation("n k p p p p + +", "POST /realm/filters", ({ count }) => ({
    fields: { pattern: `T${count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
  })),
  operation("n k p p p p + +", "DELETE /realm/filters/:filter_id", async (world) => ({
    path: { filter_id: await linkifier(world) },
  })),
  operation("n k p p p p + +", "PATCH /realm/filters/:filter_id", async (world) => ({
    path: { filter_id: await linkifier(world) },
    fields: { pattern: `U${world.count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
  })),
  operation("n k p p p p + +", "DELETE /realm/icon"),
  operation("n k + + + + + +", "GET /realm/icon"),
  operation("n k p p p p + +", "POST /realm/icon", () => ({ file: picture() })),
  operation("n k + + + + + +", "GET /realm/linkifiers"),
  operation("n k p p p p + +", "PATCH /realm/linkifiers", async (world) => {
    const { linkifiers } = await world.iris.ok(world.iris.get("/realm/linkifiers"));
    return { fields: { ordered_linkifier_ids: linkifiers.map(({ id }: Json) => id) } };
  }),
  operation("n k p p p p + +", "DELETE /realm/logo", withFields({ night: false })),
  operation("n k + + + + + +", "GET /realm/logo", withFields({ night: false })),
  operation("n k p p p p + +", "POST /realm/logo", () => ({ fields: { night: false }, file: picture() })),
  operation("n k p p p p + +", "POST /realm/playgrounds", ({ count }) => ({
    fields: { name: `Play ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" },
  })),
  operation("n k p p p p + +", "DELETE /realm/playgrounds/:playground_id", async ({ iris, count }) => {
    const fields = { name: `P ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" };
    return { path: { playground_id: (await iris.ok(iris.post("/realm/playgrounds", fields))).id } };
  }),
  operation("n k + + + + + +", "GET /realm/profile_fields"),
  operation("n k p p p p + +", "PATCH /realm/profile_fields", async ({ iris }) => {
    const { custom_fields } = await iris.ok(iris.get("/realm/profile_fields"));
    return { fields: { order: custom_fields.map(({ id }: Json) => id) } };
  }),
  operation("n k p p p p + +", "POST /realm/profile_fields", ({ count }) => ({
    fields: { name: `Born ${count}`, field_type: 4 },
  })),
  operation("n k p p p p + +", "DELETE /realm/profile_fields/:field_id", async (world) => ({
    path: { field_id: await profileField(world) },
  })),
  operation("n k p p p p + +", "PATCH /realm/profile_fields/:field_id", async (world) => ({
    path: { field_id: await profileField(world) },
    fields: { hint: "As you like" },
  })),
  operation("n k g + + + + +", "GET /user_groups"),
  operation(
    "n k g - + - - +",
    "PATCH /user_groups/:user_group_id",
    groupPath(() => ({ description: "Of the boat" })),
  ),
  operation("n k g - + - - +", "POST /user_groups/:user_group_id/deactivate", groupPath()),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/members", groupPath()),
  operation(
    "n k g - + - - +",
    "POST /user_groups/:user_group_id/members",
    groupPath(({ mia }) => ({ add: [mia.id] })),
  ),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/members/:user_id", async (world) => ({
    path: { user_group_id: await group(world), user_id: world.mia.id },
  })),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/subgroups", groupPath()),
  operation("n k g - + - - +", "POST /user_groups/:user_group_id/subgroups", async (world) => {
    const { iris, noah, count } = world;
    const inner = await noah.ok(
      noah.post("/user_groups/create", { name: `inner ${count} ${iris.id}`, description: "", members: [] }),
    );
    return { path: { user_group_id: await group(world) }, fields: { add: [inner.group_id] } };
  }),
  operation("n k g + + + + +", "POST /user_groups/create", ({ count }) => ({
    fields: { name: `new crew ${count}`, description: "", members: [] },
  })),
  operation("s k + + + + + +", "GET /users"),
  operation("n k p p p p + +", "POST /users", ({ count }) => ({
    fields: { email: `new${count}@example.com`, full_name: `New ${count}`, password: PASSWORD },
  })),
  operation("n k + + + + + +", "GET /users/:email", ({ mia }) => ({ path: { email: mia.email } })),
  operation("n k p p p p + +", "PATCH /users/:email", ({ mia, count }) => ({
    path: { email: mia.email },
    fields: { full_name: `Mia the ${count}` },
  })),
  operation("n k p p p p + +", "DELETE /users/:user_id", async ({ iris, mia }) => {
    await iris.post(`/users/${mia.id}/reactivate`);
    return { path: { user_id: mia.id } };
  }),
  operation("n k p b p p p f", "POST /users/:user_id/erase", miaPath),
  operation("n k p b p p p +", "DELETE /users/:user_id/erase", async ({ host, iris, mia }) => {
    await iris.post(`/users/${mia.id}/reactivate`);
    await iris.ok(iris.delete(`/users/${mia.id}`));
    await succeeds((await logIn(host, iris.email, OWNER_PASSWORD)).ask("POST", `/users/${mia.id}/erase`));
    return { path: { user_id: mia.id } };
  }),
  operation("n k + b + + + +", "GET /users/erasures"),
  operation("n k + + + + + +", "GET /users/:user_id", miaPath),
  operation("n k p p p p + +", "PATCH /users/:user_id", ({ mia, count }) => ({
    path: { user_id: mia.id },
    fields: { full_name: `Mia ${count}` },
  })),
  operation("n k p p p p + +", "POST /users/:user_id/reactivate", async ({ iris, mia }) => {
    await iris.delete(`/users/${mia.id}`);
    return { path: { user_id: mia.id } };
  }),
  operation("n k + b + + + +", "DELETE /users/me"),
  operation("n k + + + + + +", "GET /users/me"),
  operation("n k + b + + + +", "POST /users/me/api_key/regenerate"),
  operation("n k + + + + + +", "GET /users/me/api_keys"),
  operation("n k + b + + + +", "DELETE /users/me/api_keys"),
  operation("n k + + + + + +", "DELETE /users/me/api_keys/:key_id", async ({ noah }, who) => {
    const { body } = await who.get("/users/me/api_keys");
    const { api_keys } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/api_keys"));
    return { path: { key_id: api_keys[0].id } };
  }),
  operation("n k + b + + + +", "DELETE /users/me/profile_data", async (world) => ({
    fields: { data: [await profileField(world)] },
  })),
  operation("n k + b + + + +", "PATCH /users/me/profile_data", async (world) => ({
    fields: { data: [{ id: await profileField(world), value: "x" }] },
  })),
];
