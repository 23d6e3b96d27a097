import { exports } from "cloudflare:workers";
import { makeGroup } from "../../support/groups.ts";
import { logIn, succeeds } from "../../support/log-in.ts";
import { OWNER_PASSWORD, PASSWORD } from "../../support/organization.ts";
import type { Json } from "../../support/person.ts";
import { always, GRANTED, LOGIN, OWN, some, USER } from "../recorded.ts";
import { change, miaPath, type Operation, operation, picture, type Sampled, type World, withFields } from "../world.ts";

const group = ({ noah, count }: World): Promise<number> => makeGroup(noah, `crew ${count}`, [noah]);

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
  change("n k p p p p p f", "POST /scim/connections", always("scim.connection_created", "scim.token_made"), () => ({
    fields: { name: "Directory" },
  })),
  change(
    "n k p p p p p f",
    "PATCH /scim/connections/:connection_id",
    some("scim.connection_changed", "user.role_changed", "channel.subscribed_by_other"),
    ofDirectory,
  ),
  change("n k p p p p p f", "DELETE /scim/connections/:connection_id", always("scim.connection_ended"), ofDirectory),
  change("n k p p p p p f", "POST /scim/connections/:connection_id/tokens", always("scim.token_made"), ofDirectory),
  change(
    "n k p p p p p f",
    "DELETE /scim/connections/:connection_id/tokens/:token_id",
    always("scim.token_ended"),
    () => ({
      path: { connection_id: 1, token_id: 1 },
    }),
  ),
  change("n k - b - - - +", "GET /holds", some("hold.read")),
  change("n k - b - - - f", "POST /holds", always("hold.created"), ({ iris }) => ({
    fields: { name: "Case", custodians: [iris.id] },
  })),
  change("n k - b - - - f", "PATCH /holds/:hold_id", always("hold.changed"), () => ({
    path: { hold_id: 1 },
    fields: { name: "Case" },
  })),
  change(
    "n k - b - - - f",
    "DELETE /holds/:hold_id",
    { ...always("hold.released"), ...some("compliance_export.deleted") },
    () => ({ path: { hold_id: 1 } }),
  ),
  operation("n k + b + + + +", "GET /bots"),
  change("n k - b + + + +", "POST /bots", always("bot.created"), ({ count }) => ({
    fields: { full_name: `Gull ${count}`, short_name: `gull${count}` },
  })),
  change("n k - b + - + +", "DELETE /bots/:bot_id", some("user.deactivated"), async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("n k - b + - + +", "GET /bots/:bot_id/api_key", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  change(
    "n k - b + - + +",
    "PATCH /bots/:bot_id",
    some(
      "bot.setting_changed",
      "bot.owner_changed",
      "user.name_changed_by_other",
      "user.email_changed",
      "user.role_changed",
    ),
    async ({ newBot, count }) => ({
      path: { bot_id: (await newBot()).id },
      fields: { full_name: `Tern ${count}` },
    }),
  ),
  change(
    "n k - b + - + +",
    "POST /bots/:bot_id/api_key/regenerate",
    always("login.key_renewed"),
    async ({ newBot }) => ({
      path: { bot_id: (await newBot()).id },
    }),
  ),
  change("n k - b + - + +", "POST /bots/:bot_id/token/regenerate", always("bot.token_renewed"), async ({ newBot }) => ({
    path: { bot_id: (await newBot({ bot_type: 3, payload_url: JSON.stringify("https://hooks.example/") })).id },
  })),
  change(
    "+ + + + + + + +",
    "POST /fetch_api_key",
    some(...LOGIN, "second_factor.recovery_code_used", ...GRANTED),
    ({ mia }) => ({
      fields: { username: mia.email, password: PASSWORD },
    }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /realm",
    some("organization.setting_changed", "group.member_added", "group.member_removed"),
    withFields({ description: "A garden" }),
  ),
  change("n k p p p p p +", "POST /realm/deactivate", always("organization.deactivated")),
  operation("n k p p p p p +", "GET /realm/login_connections"),
  change(
    "n k p p p p p f",
    "POST /realm/login_connections",
    always("sso.connection_created"),
    withFields({ name: "X", issuer: "https://id.internal", client_id: "x", client_secret: "a long secret" }),
  ),
  change("n k p p p p p f", "PATCH /realm/login_connections/:connection_id", some("sso.connection_changed"), () => ({
    path: { connection_id: 1 },
    fields: { name: "Y" },
  })),
  change(
    "n k p p p p p f",
    "PATCH /realm/login_connections",
    some("sso.connection_changed"),
    withFields({ order: [1] }),
  ),
  change("n k p p p p p f", "DELETE /realm/login_connections/:connection_id", always("sso.connection_deleted"), () => ({
    path: { connection_id: 1 },
  })),
  operation("n k p p p p p +", "GET /realm/login_domains"),
  change(
    "n k p p p p p f",
    "POST /realm/login_domains",
    always("organization.domain_changed"),
    withFields({ domain: "new.example.org" }),
  ),
  change(
    "n k p p p p p f",
    "POST /realm/login_domains/:login_domain_id/check",
    some("organization.domain_changed"),
    () => ({
      path: { login_domain_id: 1 },
    }),
  ),
  change(
    "n k p p p p p f",
    "DELETE /realm/login_domains/:login_domain_id",
    always("organization.domain_changed"),
    () => ({
      path: { login_domain_id: 1 },
    }),
  ),
  operation("n k + + + + + +", "GET /realm/domains"),
  change("n k p p p p p +", "POST /realm/domains", always("organization.domain_changed"), ({ count }) => ({
    fields: { domain: `new${count}.example.org`, allow_subdomains: true },
  })),
  change("n k p p p p p +", "DELETE /realm/domains/:domain", always("organization.domain_changed"), async (world) => ({
    path: { domain: await domain(world) },
  })),
  change("n k p p p p p +", "PATCH /realm/domains/:domain", always("organization.domain_changed"), async (world) => ({
    path: { domain: await domain(world) },
    fields: { allow_subdomains: true },
  })),
  operation("n k + + + + + +", "GET /realm/emoji"),
  change("n k - - + - + +", "DELETE /realm/emoji/:emoji_name", always("organization.emoji_removed"), async (world) => ({
    path: { emoji_name: await emoji(world) },
  })),
  change("n k - + + + + +", "POST /realm/emoji/:emoji_name", always("organization.emoji_added"), ({ count }) => ({
    path: { emoji_name: `octopus${count}` },
    file: picture(),
  })),
  operation("n k + + + + + +", "GET /realm/filters"),
  change("n k p p p p + +", "POST /realm/filters", always("organization.linkifier_changed"), ({ count }) => ({
    fields: { pattern: `T${count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
  })),
  change(
    "n k p p p p + +",
    "DELETE /realm/filters/:filter_id",
    always("organization.linkifier_changed"),
    async (world) => ({
      path: { filter_id: await linkifier(world) },
    }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /realm/filters/:filter_id",
    always("organization.linkifier_changed"),
    async (world) => ({
      path: { filter_id: await linkifier(world) },
      fields: { pattern: `U${world.count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
    }),
  ),
  change("n k p p p p + +", "DELETE /realm/icon", some("organization.setting_changed")),
  operation("n k + + + + + +", "GET /realm/icon"),
  change("n k p p p p + +", "POST /realm/icon", always("organization.setting_changed"), () => ({ file: picture() })),
  operation("n k + + + + + +", "GET /realm/linkifiers"),
  change("n k p p p p + +", "PATCH /realm/linkifiers", always("organization.linkifier_changed"), async (world) => {
    const { linkifiers } = await world.iris.ok(world.iris.get("/realm/linkifiers"));
    return { fields: { ordered_linkifier_ids: linkifiers.map(({ id }: Json) => id) } };
  }),
  change("n k p p p p + +", "DELETE /realm/logo", some("organization.setting_changed"), withFields({ night: false })),
  operation("n k + + + + + +", "GET /realm/logo", withFields({ night: false })),
  change("n k p p p p + +", "POST /realm/logo", always("organization.setting_changed"), () => ({
    fields: { night: false },
    file: picture(),
  })),
  change("n k p p p p + +", "POST /realm/playgrounds", always("organization.playground_changed"), ({ count }) => ({
    fields: { name: `Play ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" },
  })),
  change(
    "n k p p p p + +",
    "DELETE /realm/playgrounds/:playground_id",
    always("organization.playground_changed"),
    async ({ iris, count }) => {
      const fields = { name: `P ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" };
      return { path: { playground_id: (await iris.ok(iris.post("/realm/playgrounds", fields))).id } };
    },
  ),
  operation("n k + + + + + +", "GET /realm/profile_fields"),
  change(
    "n k p p p p + +",
    "PATCH /realm/profile_fields",
    always("organization.profile_field_changed"),
    async ({ iris }) => {
      const { custom_fields } = await iris.ok(iris.get("/realm/profile_fields"));
      return { fields: { order: custom_fields.map(({ id }: Json) => id) } };
    },
  ),
  change(
    "n k p p p p + +",
    "POST /realm/profile_fields",
    always("organization.profile_field_changed"),
    ({ count }) => ({
      fields: { name: `Born ${count}`, field_type: 4 },
    }),
  ),
  change(
    "n k p p p p + +",
    "DELETE /realm/profile_fields/:field_id",
    always("organization.profile_field_changed"),
    async (world) => ({
      path: { field_id: await profileField(world) },
    }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /realm/profile_fields/:field_id",
    always("organization.profile_field_changed"),
    async (world) => ({
      path: { field_id: await profileField(world) },
      fields: { hint: "As you like" },
    }),
  ),
  operation("n k g + + + + +", "GET /user_groups"),
  change(
    "n k g - + - - +",
    "PATCH /user_groups/:user_group_id",
    some("group.renamed", "group.description_changed", "group.reactivated", "group.permission_changed"),
    groupPath(() => ({ description: "Of the boat" })),
  ),
  change("n k g - + - - +", "POST /user_groups/:user_group_id/deactivate", always("group.deactivated"), groupPath()),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/members", groupPath()),
  change(
    "n k g - + - - +",
    "POST /user_groups/:user_group_id/members",
    some("group.member_added", "group.member_removed"),
    groupPath(({ mia }) => ({ add: [mia.id] })),
  ),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/members/:user_id", async (world) => ({
    path: { user_group_id: await group(world), user_id: world.mia.id },
  })),
  operation("n k g + + + + +", "GET /user_groups/:user_group_id/subgroups", groupPath()),
  change(
    "n k g - + - - +",
    "POST /user_groups/:user_group_id/subgroups",
    some("group.member_added", "group.member_removed"),
    async (world) => {
      const { iris, noah, count } = world;
      const inner = await makeGroup(noah, `inner ${count} ${iris.id}`, []);
      return { path: { user_group_id: await group(world) }, fields: { add: [inner] } };
    },
  ),
  change("n k g + + + + +", "POST /user_groups/create", always("group.created"), ({ count }) => ({
    fields: { name: `new crew ${count}`, description: "", members: [] },
  })),
  operation("s k + + + + + +", "GET /users"),
  change("n k p p p p + +", "POST /users", always("user.created"), ({ count }) => ({
    fields: { email: `new${count}@example.com`, full_name: `New ${count}`, password: PASSWORD },
  })),
  operation("n k + + + + + +", "GET /users/:email", ({ mia }) => ({ path: { email: mia.email } })),
  change("n k p p p p + +", "PATCH /users/:email", some(...USER), ({ mia, count }) => ({
    path: { email: mia.email },
    fields: { full_name: `Mia the ${count}` },
  })),
  change(
    "n k p p p p + +",
    "DELETE /users/:user_id",
    { always: ["user.deactivated"], some: ["user.messages_deleted"] },
    async ({ iris, mia }) => {
      await iris.post(`/users/${mia.id}/reactivate`);
      return { path: { user_id: mia.id } };
    },
  ),
  change(
    "n k p b p p p f",
    "POST /users/:user_id/erase",
    some("user.erasure_ordered", "user.erasure_requested", "user.deactivated"),
    miaPath,
  ),
  change(
    "n k p b p p p +",
    "DELETE /users/:user_id/erase",
    some("user.erasure_undone", "user.erasure_refused"),
    async ({ host, iris, mia }) => {
      await iris.post(`/users/${mia.id}/reactivate`);
      await iris.ok(iris.delete(`/users/${mia.id}`));
      await succeeds((await logIn(host, iris.email, OWNER_PASSWORD)).ask("POST", `/users/${mia.id}/erase`));
      return { path: { user_id: mia.id } };
    },
  ),
  operation("n k + b + + + +", "GET /users/erasures"),
  operation("n k + + + + + +", "GET /users/:user_id", miaPath),
  change("n k p p p p + +", "PATCH /users/:user_id", some(...USER), ({ mia, count }) => ({
    path: { user_id: mia.id },
    fields: { full_name: `Mia ${count}` },
  })),
  change(
    "n k p p p p + +",
    "POST /users/:user_id/reactivate",
    some("user.reactivated", "bot.owner_changed"),
    async ({ iris, mia }) => {
      await iris.delete(`/users/${mia.id}`);
      return { path: { user_id: mia.id } };
    },
  ),
  change("n k + b + + + +", "DELETE /users/me", always("user.deactivated")),
  operation("n k + + + + + +", "GET /users/me"),
  change("n k + b + + + +", "POST /users/me/api_key/regenerate", always("login.key_renewed")),
  operation("n k + + + + + +", "GET /users/me/api_keys"),
  change("n k + b + + + +", "DELETE /users/me/api_keys", some("login.key_ended")),
  change("n k + + + + + +", "DELETE /users/me/api_keys/:key_id", always("login.key_ended"), async ({ noah }, who) => {
    const { body } = await who.get("/users/me/api_keys");
    const { api_keys } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/api_keys"));
    return { path: { key_id: api_keys[0].id } };
  }),
  change("n k + b + + + +", "DELETE /users/me/profile_data", OWN, async (world) => ({
    fields: { data: [await profileField(world)] },
  })),
  change("n k + b + + + +", "PATCH /users/me/profile_data", OWN, async (world) => ({
    fields: { data: [{ id: await profileField(world), value: "x" }] },
  })),
];
