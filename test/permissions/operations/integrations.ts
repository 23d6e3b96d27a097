import { exports } from "cloudflare:workers";
import { CONTENT, NO_CHANGE, some } from "../recorded.ts";
import { change, channelPath, type Operation, operation } from "../world.ts";

export const integrations: readonly Operation[] = [
  operation("n k + + + + + +", "GET /bots/commands"),
  change("n k - b p - + +", "PUT /bots/:bot_id/commands", some("bot.setting_changed"), async ({ newBot, count }) => ({
    path: { bot_id: (await newBot()).id },
    fields: { commands: [{ name: `gull${count}`, description: "Cries" }] },
  })),
  change("n k y + y y y y", "PUT /bots/me/commands", some("bot.setting_changed"), () => ({ fields: { commands: [] } })),
  operation("n k - b + - + +", "GET /bots/:bot_id/deliveries", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("n k - b + - + +", "GET /bots/:bot_id/deliveries/:delivery_id", async ({ newBot, noah }) => {
    const { id, key, host } = await newBot();
    const address = `http://${host}/api/v1/external/json?api_key=${key}&stream=general`;
    await exports.default.fetch(address, { method: "POST", body: "{}", headers: { Host: host } });
    const { deliveries } = await noah.ok(noah.get(`/bots/${id}/deliveries`));
    return { path: { bot_id: id, delivery_id: deliveries[0].id } };
  }),
  operation("n k p p p p + +", "GET /bots/:bot_id/program", async ({ newBot }) => ({
    path: { bot_id: (await newBot({ bot_type: 4 })).id },
  })),
  change(
    "n k p p p p + +",
    "PATCH /bots/:bot_id/program",
    some("bot.setting_changed", "bot.program_changed", "bot.hosts_changed", "bot.switched_on", "bot.switched_off"),
    async ({ newBot }) => ({
      path: { bot_id: (await newBot({ bot_type: 4 })).id },
      fields: { program: "export default { onMessage() {} };" },
    }),
  ),
  change("n k p p p p + +", "POST /bots/:bot_id/program/try", NO_CHANGE, async ({ newBot }) => ({
    path: { bot_id: (await newBot({ bot_type: 4 })).id },
    fields: { program: "export default { onMessage() {} };", content: "Hello" },
  })),
  operation("n k - b + - + +", "GET /bots/:bot_id/webhook", async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  change("n k - b + - + +", "PATCH /bots/:bot_id/webhook", some("bot.setting_changed"), async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  change("n k - b + - + +", "POST /bots/:bot_id/webhook/try", NO_CHANGE, async ({ newBot }) => ({
    path: { bot_id: (await newBot()).id },
  })),
  operation("m k + + + + + +", "GET /external/:integration", () => ({ path: { integration: "ifttt" } })),
  change("m k + + + + + +", "POST /external/:integration", CONTENT, () => ({
    path: { integration: "ifttt" },
    fields: { topic: "doors", content: "open" },
  })),
  change("m k + + + + + +", "POST /external/slack", CONTENT, () => ({
    fields: { type: "url_verification", challenge: "a" },
  })),
  change("m k + + + + + +", "POST /external/slack_incoming", CONTENT, () => ({ fields: { text: "Hello" } })),
  change("m k + + + + + +", "POST /external/template", CONTENT, () => ({ fields: { a: "b" } })),
  operation("n k + + + + + +", "GET /integrations"),
  operation("n k + + + + + +", "GET /integrations/:integration/sample", async () => ({
    path: { integration: "github" },
  })),
  operation("n k + + + + + +", "GET /streams/:stream_id/email_address", channelPath),
  change("n k + + + + + +", "DELETE /streams/:stream_id/email_address", NO_CHANGE, channelPath),
];
