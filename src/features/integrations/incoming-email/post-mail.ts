import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, text } from "../../../api/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { withoutWildcards } from "../incoming-webhooks/quiet-names.ts";
import { acceptMail, mailKey } from "./accept-mail.ts";
import { isKnownMail } from "./known-mails.ts";
import { accessMailbox } from "./look-up-mailbox.ts";
import { reserveFiles, storeFiles } from "./mail-files.ts";

const TRUNCATED = "\n[message truncated]";
const ATTACHMENTS_OMITTED = "(Some attachments were left out.)";

/** Returns a message's text with links to its files at the end, truncated to fit (webhooks.md 6). */
function contentWithFiles(
  text: string,
  files: readonly { readonly name: string; readonly path_id: string }[],
  isCut: boolean,
): string {
  const links = files.map(({ name, path_id }) => `[${linkText(name)}](/user_uploads/${path_id})`);
  const end = [...links, ...(isCut ? [ATTACHMENTS_OMITTED] : [])].join("\n");
  if (end === "") return trimContent(text);
  const room = lengthLimits.max_message_length - [...end].length - 2;
  return `${truncate(text.trimEnd(), room)}\n\n${end}`;
}

function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : characters.slice(0, most - TRUNCATED.length).join("") + TRUNCATED;
}

const linkText = (name: string) => [...name.replace(/[[\]\\`*_~]/g, "-")].slice(0, 120).join("");

/**
 * Creates a message from an email. A repeated email creates no second one. The delivering server may repeat an email
 * because it doesn't know that the first was accepted.
 */
export const postMailEndpoint = action({
  route: "POST /mail/messages",
  by: "anyone",
  internal: true,
  limited: false,
  repeatable: true,
  params: {
    token: text("id"),
    /** Key that identifies the email if it is delivered again. */
    mail_id: text("address"),
    topic: text("topic"),
    content: text("content"),
    files: integer,
    /** Whether the email had more attachments than were accepted. */
    is_cut: boolean,
  },
  reply: { outcome: v.string() },
  plan({ realm, params: { token, mail_id, files } }) {
    const target = accessMailbox(realm, token);
    const isKnown = isKnownMail(realm, mailKey(target, mail_id));
    const isReply = target.kind === "reply";
    return { isReply, reserved: isKnown ? null : reserveFiles(realm, target.sender, files) };
  },
  async prepare({ plan: { reserved, isReply }, params, files, env, config }) {
    if (reserved === null) return null;
    const { stored, isCut } = await storeFiles(env, config, reserved, files);
    const said = isReply ? params.content : withoutWildcards(params.content);
    const content = contentWithFiles(said, stored, params.is_cut || isCut);
    return { content, markup: await parseMarkup(content), stored };
  },
  async undo({ plan, env }) {
    for (const { key } of plan.reserved?.places ?? []) await dropFiles(env, key);
  },
  run({ realm, params: { token, mail_id, topic }, prepared }) {
    if (prepared === null) return { outcome: "repeated" };
    return { outcome: acceptMail(realm, accessMailbox(realm, token), { mail_id, topic, ...prepared }) };
  },
});
