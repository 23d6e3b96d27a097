import type { Fields, Person } from "../support/person.ts";
import { file, png } from "./forms.ts";
import type { People } from "./people.ts";

/** Sets up everything that administrators can set up. */
export async function arrange({ owner, cleo, ada, ben, gus, mo, zoe }: People): Promise<void> {
  const group = async (by: Person, fields: Fields): Promise<number> =>
    (await by.ok(by.post("/user_groups/create", { description: "", ...fields }))).group_id;
  const crew = await group(cleo, { name: "crew", description: "All hands", members: [ada.id, ben.id] });
  const fleet = await group(cleo, { name: "fleet", members: [zoe.id], subgroups: [crew] });
  const closed = { direct_members: [cleo.id], direct_subgroups: [crew] };
  await group(owner, { name: "closed", members: [owner.id], can_mention_group: closed, can_manage_group: closed });
  const gone = await group(cleo, { name: "gone", members: [ben.id] });
  await cleo.ok(cleo.post(`/user_groups/${gone}/deactivate`));
  await cleo.ok(cleo.patch(`/user_groups/${crew}`, { can_join_group: { new: fleet } }));

  await cleo.ok(
    cleo.patch("/realm", {
      can_create_public_channel_group: { new: { direct_members: [owner.id, gus.id, mo.id], direct_subgroups: [crew] } },
      can_move_messages_between_channels_group: { new: fleet },
      default_code_block_language: "python",
    }),
  );
  await cleo.ok(cleo.patch("/realm/user_settings_defaults", { color_scheme: 2, enter_sends: true }));
  await owner.ok(owner.post("/realm/domains", { domain: "harbour.example.org", allow_subdomains: true }));
  await cleo.ok(
    cleo.post("/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/ticket/{id}" }),
  );
  const play = { name: "Play", pygments_language: "Python", url_template: "https://example.com/?code={code}" };
  await cleo.ok(cleo.post("/realm/playgrounds", play));
  await cleo.ok(cleo.send("POST", "/realm/emoji/anchor", file(png(), "anchor.png")));
  await cleo.ok(cleo.send("POST", "/realm/emoji/wreck", file(png(), "wreck.png")));
  await cleo.ok(cleo.delete("/realm/emoji/wreck"));
  await cleo.ok(cleo.send("POST", "/realm/icon", file(png(), "icon.png")));

  const field = async (fields: Fields): Promise<number> =>
    (await cleo.ok(cleo.post("/realm/profile_fields", fields))).id;
  const choices = { a: { text: "Tea", order: "1" }, b: { text: "Coffee", order: "2" } };
  const fields = [
    [await field({ name: "About", field_type: 2, hint: "In *Markdown*" }), "I **sail**."],
    [await field({ name: "Drink", field_type: 3, field_data: choices }), "b"],
    [await field({ name: "Born", field_type: 4 }), "1990-05-17"],
    [await field({ name: "Site", field_type: 5 }), "https://example.com/ada"],
    [await field({ name: "Mentors", field_type: 6 }), [cleo.id]],
    [await field({ field_type: 7, field_data: { subtype: "github" } }), "ada"],
  ] as const;
  for (const [id, value] of fields) await ada.ok(ada.patch("/users/me/profile_data", { data: [{ id, value }] }));

  await cleo.ok(cleo.post("/invites/multiuse", { invite_expires_in_minutes: null, stream_ids: [] }));
  const emails = "new@harbour.example.org, other@harbour.example.org";
  await cleo.ok(
    cleo.post("/invites", { invitee_emails: emails, invite_expires_in_minutes: null, stream_ids: [], invite_as: 300 }),
  );
}
