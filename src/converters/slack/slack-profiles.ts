import type { Conversion } from "../conversion.ts";
import { textAt, valueAt } from "../markdown/loose-json.ts";
import { cleanName } from "../text.ts";
import { writeRow } from "../write-row.ts";
import type { SlackOnline } from "./slack-online.ts";

const FIELDS = [
  { key: "title", name: "Title" },
  { key: "phone", name: "Phone" },
  { key: "pronouns", name: "Pronouns" },
  { key: "skype", name: "Skype" },
  { key: "display_name", name: "Display name" },
] as const;
/** Field types: short and long text. */
const [SHORT, LONG] = [1, 2];
const MAX_LENGTHS: Readonly<Record<number, number>> = { [SHORT]: 50, [LONG]: 500 };
const MAX_NAME = 40;
const KIND = "profile_values";

interface Field {
  readonly id: number;
  readonly name: string;
  readonly type: number;
}

/** Profile fields: those that all Slack users have, and the workspace's own, whose names only Slack's API returns. */
export class SlackProfiles {
  readonly #fields = new Map<string, Field>();

  constructor(
    private readonly conversion: Conversion,
    private readonly online: SlackOnline,
  ) {}

  async add(user: unknown, user_id: number, slackId: string): Promise<void> {
    const { report } = this.conversion;
    for (const [key, text] of profileValues(user)) {
      report.read(KIND);
      const field = this.#field(key);
      if (field === undefined) {
        report.leftOut(`${KIND}: of fields whose names are not in the archive`, `${slackId} ${key}`);
        continue;
      }
      const value = cleanName(text, MAX_LENGTHS[field.type] ?? 0);
      await writeRow(this.conversion, KIND, { row: { user_id, field_id: field.id, value }, place: slackId });
    }
  }

  /** Reports a skipped account's profile values as left out. */
  leaveOut(user: unknown, slackId: string): void {
    const number = profileValues(user).length;
    this.conversion.report.skipped(KIND, "of an account that is left out", slackId, number);
  }

  async finish(): Promise<void> {
    for (const { id, name, type } of this.#fields.values())
      await this.conversion.writer.row("profile_fields", { id, name, type, order: id });
  }

  #field(key: string): Field | undefined {
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const standard = FIELDS.find((field) => field.key === key)?.name;
    const name = cleanName(standard ?? this.online.fields.get(key) ?? "", MAX_NAME);
    if (name === "") return undefined;
    const field = { id: this.#fields.size + 1, name, type: standard === undefined ? LONG : SHORT };
    this.#fields.set(key, field);
    return field;
  }
}

function profileValues(user: unknown): (readonly [key: string, value: string])[] {
  const displayed = textAt(user, "profile", "display_name");
  const isSameName = [textAt(user, "profile", "real_name"), textAt(user, "real_name")].includes(displayed);
  const standard = FIELDS.filter(({ key }) => key !== "display_name" || !isSameName).map(
    ({ key }) => [key, textAt(user, "profile", key)] as const,
  );
  const fields = valueAt(valueAt(user, "profile"), "fields");
  const own = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  return [
    ...standard,
    ...own.map(([key, field]) => [key, textAt(field, "alt") || textAt(field, "value")] as const),
  ].filter(([, value]) => cleanName(value, 1) !== "");
}
