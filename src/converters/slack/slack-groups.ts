import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt } from "../markdown/loose-json.ts";
import { cleanName, cleanText } from "../text.ts";
import { UniqueNames } from "../unique-names.ts";
import { writeRow } from "../write-row.ts";
import type { SlackPeople } from "./slack-people.ts";

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1024;

/** User groups, returned by Slack if there is a token, or added to the archive as usergroups.json. */
export class SlackGroups {
  readonly #names = new UniqueNames(MAX_NAME);
  readonly #bySlackId = new Map<string, string>();
  readonly #unknown = new Set<string>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly people: SlackPeople,
  ) {}

  async add(group: unknown, place: string): Promise<void> {
    const { report, now } = this.conversion;
    report.read("groups");
    const slackId = textAt(group, "id");
    if (slackId === "" || this.#bySlackId.has(slackId))
      return report.leftOut("groups: without an id, or listed before", slackId || place);
    const handle = textAt(group, "handle") || textAt(group, "name") || slackId;
    const about = [textAt(group, "name"), textAt(group, "description")].filter(
      (text) => text !== "" && text !== handle,
    );
    const ids = listAt(group, "users").map(String);
    const members = ids.flatMap((id) => this.people.bySlackId(id)?.id ?? []);
    report.read("members of groups", ids.length);
    const name = this.#names.give(handle.replace(/[*@]/g, ""), slackId);
    const created = numberAt(group, "date_create");
    const row = {
      id: this.#count + 1,
      name,
      description: cleanName(cleanText(about.join(": ")), MAX_DESCRIPTION),
      creator_id: this.people.bySlackId(textAt(group, "created_by"))?.id ?? null,
      date_created: created === undefined ? null : Math.min(now, Math.max(0, Math.floor(created))),
      deactivated: (numberAt(group, "date_delete") ?? 0) > 0,
      members: [...new Set(members)],
    };
    if (!(await writeRow(this.conversion, "groups", { row, place: slackId })))
      return report.leftOut("members of groups: of one that was left out", slackId, ids.length);
    this.#count += 1;
    this.#bySlackId.set(slackId, name);
    report.wrote("members of groups", row.members.length);
    report.leftOut("members of groups: not listed, or twice", slackId, ids.length - row.members.length);
  }

  mention(slackId: string, label: string): string {
    const name = this.#bySlackId.get(slackId);
    if (name !== undefined) return `@*${name}*`;
    if (!this.#unknown.has(slackId)) {
      this.#unknown.add(slackId);
      this.conversion.report.changed("groups: mentioned, but not listed, so that the mention is plain text", slackId);
    }
    return label === "" ? `@${slackId}` : `@${label.replace(/^@/, "")}`;
  }
}
