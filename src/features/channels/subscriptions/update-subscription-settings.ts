import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, json, jsonOrText, text } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText, sized } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { changeSetting } from "./subscription-settings.ts";

/** The value of a property. `changeSetting` checks it, since its type depends on the property. */
const settingValue = sized(v.unknown(), limits.text.name);

export const updateSubscriptionSettingsEndpoint = action({
  route: "POST /users/me/subscriptions/properties",
  params: {
    subscription_data: json(
      boundedList(
        v.object({
          stream_id: v.pipe(v.number(), v.safeInteger()),
          property: boundedText("word"),
          value: settingValue,
        }),
        "ids",
      ),
    ),
  },
  reply: {},
  run({ realm, actor, params }) {
    for (const { stream_id, ...change } of params.subscription_data) changeSetting(realm, actor, stream_id, change);
    return {};
  },
});

/** Changes one personal setting of one channel. */
export const updateSubscriptionSettingEndpoint = action({
  route: "PATCH /users/me/subscriptions/:stream_id",
  params: { stream_id: integer, property: text("word"), value: jsonOrText(settingValue) },
  reply: {},
  run({ realm, actor, params: { stream_id, ...change } }) {
    changeSetting(realm, actor, stream_id, change);
    return {};
  },
});
