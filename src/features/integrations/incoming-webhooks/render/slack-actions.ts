import { limits } from "../../../../protocol/limit-table.ts";
import type { Offered } from "../integration.ts";
import type { Payload } from "./payload.ts";
import { unescaped } from "./slack-markup.ts";

const { form_fields, hint_characters, id_characters, label_characters, of_message, options, value_characters } =
  limits.button;

/**
 * Returns the buttons of Slack's `actions` blocks and sections, a form if there are `input` blocks, or undefined if
 * there are neither. Skips elements without a counterpart. Buttons with a URL are links, which need no bot.
 * (https://docs.slack.dev/reference/block-kit/blocks)
 */
export function offeredIn(blocks: readonly Payload[]): Offered | undefined {
  const buttons = blocks.flatMap(buttonsIn).slice(0, of_message);
  const fields = blocks.flatMap(fieldIn).slice(0, form_fields);
  // In Slack, pressing any button submits all fields, so the first button becomes the form's submit button.
  if (fields.length > 0) return { form: { fields, submit: buttons[0]?.label ?? "Submit" } };
  return buttons.length === 0 ? undefined : { buttons };
}

function buttonsIn(block: Payload) {
  const elements = block.line("type", "") === "actions" ? block.list("elements") : [block.at("accessory")];
  return elements.flatMap((element) => {
    const label = plain(element.at("text"), label_characters);
    if (element.line("type", "") !== "button" || element.has("url") || label === "") return [];
    const style = element.line("style", "");
    const confirm =
      plain(element.at("confirm.text"), hint_characters) || plain(element.at("confirm.title"), hint_characters);
    return {
      id: idOf(block, element) || label,
      label,
      ...((style === "primary" || style === "danger") && { style }),
      ...(element.has("value") && { value: element.text("value", "").slice(0, value_characters) }),
      ...(confirm !== "" && { confirm }),
    };
  });
}

const TYPES: Readonly<Record<string, string>> = {
  plain_text_input: "text",
  email_text_input: "text",
  url_text_input: "text",
  number_input: "text",
  static_select: "choice",
  radio_buttons: "choice",
  datepicker: "date",
  users_select: "person",
};

function fieldIn(block: Payload) {
  const element = block.at("element");
  const type = TYPES[element.line("type", "")];
  const label = plain(block.at("label"), label_characters);
  if (block.line("type", "") !== "input" || type === undefined || label === "") return [];
  const hint = plain(block.at("hint"), hint_characters);
  const choices = element.list("options").flatMap((option) => {
    const [value, name] = [
      option.line("value", "").slice(0, id_characters),
      plain(option.at("text"), label_characters),
    ];
    return value === "" || name === "" ? [] : { value, label: name };
  });
  return {
    id: idOf(block, element) || label,
    label,
    type: type === "text" && element.is("multiline") ? "long_text" : type,
    required: !block.is("optional"),
    ...(hint !== "" && { hint }),
    ...(type === "choice" && { options: choices.slice(0, options) }),
  };
}

/** Joins an element's block id and action id. Outgoing webhooks in Slack's format split them again. */
const idOf = (block: Payload, element: Payload): string =>
  [block.line("block_id", ""), element.line("action_id", "")].filter(Boolean).join("/").slice(0, id_characters);

/** Returns a text object, or a plain string, as a single line. */
function plain(text: Payload, most: number): string {
  const shown = typeof text.value === "string" ? text.line("", "") : text.line("text", "");
  return [...unescaped(shown).replaceAll("`", "'")].slice(0, most).join("").trim();
}
