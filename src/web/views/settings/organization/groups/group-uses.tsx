import { useClient } from "../../../../client/client.ts";
import { groupUses, isUsed } from "../../../../model/people/group-uses.ts";
import { addressOf } from "../../../../model/places/address.ts";
import type { Group } from "../../../../model/state.ts";
import { listed } from "../../../../words/format.ts";
import { groupsWords } from "../../../../words/settings/organization/groups.ts";
import { organizationPermissionsWords } from "../../../../words/settings/organization/organization-permissions.ts";
import { groupTitle } from "../../rows/group-picker.tsx";

/** The uses of a group: in permissions of the organization, of channels and of groups, and as a part of other groups. */
export function GroupUses({ group }: { readonly group: Group }) {
  const state = useClient().watch("groups", "channels", "realm");
  const uses = groupUses(state, group.id);
  const w = groupsWords();
  const permissions = organizationPermissionsWords().rows;
  const linkTo = (one: Group) => (
    <a href={addressOf({ view: "settings", section: `groups/${one.id}` }, state)}>{groupTitle(one)}</a>
  );
  if (!isUsed(uses)) return <p class="settings-note">{w.unused}</p>;
  return (
    <div class="group-uses">
      {uses.realm.length > 0 && (
        <section>
          <h3>
            <a href="#organization/organization-permissions">{w.ofOrganization}</a>
          </h3>
          <ul>
            {uses.realm.map((name) => (
              <li key={name}>{permissions[name]}</li>
            ))}
          </ul>
        </section>
      )}
      <ul>
        {uses.channels.map(({ channel, names }) => (
          <li key={channel.stream_id}>
            <a href={addressOf({ view: "channels", channel: channel.stream_id }, state)}>{w.ofChannel(channel.name)}</a>
            {": "}
            {listed(names.map((name) => w.channelPermissions[name]))}
          </li>
        ))}
        {uses.groups.map(({ group: other, names }) => (
          <li key={other.id}>
            {linkTo(other)}
            {": "}
            {listed(names.map((name) => w.rows[name]))}
          </li>
        ))}
        {uses.supergroups.length > 0 && (
          <li>
            {w.within}{" "}
            {uses.supergroups.map((other, at) => (
              <>
                {at > 0 && ", "}
                {linkTo(other)}
              </>
            ))}
          </li>
        )}
      </ul>
    </div>
  );
}
