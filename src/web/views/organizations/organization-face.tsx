import { hostOf, type Organization } from "../../model/organizations/organizations.ts";
import { Count } from "../../parts/indicators/count.tsx";
import { switchingWords } from "../../words/switching.ts";
import { shortTimeWithin } from "../../words/time.ts";

export function OrganizationFace({ organization: { name, icon } }: { readonly organization: Organization }) {
  if (icon !== undefined) return <img class="organization-face" src={icon} alt="" width={32} height={32} />;
  const [first] = new Intl.Segmenter().segment(name);
  return (
    <span class="organization-face" aria-hidden="true">
      {first?.segment.toUpperCase()}
    </span>
  );
}

/** An organization's name and host. Only the host reliably identifies it. */
export const OrganizationRow = ({ organization }: { readonly organization: Organization }) => (
  <>
    <OrganizationFace organization={organization} />
    <span class="organization-text">
      <bdi class="one-line">{organization.name}</bdi>
      <bdi class="one-line">{hostOf(organization.origin)}</bdi>
    </span>
  </>
);

/**
 * Returns another organization's unread count, and the time at which its page reported the count. `asOf` is "" if there
 * are no unread messages, and for this organization.
 */
export function lastUnread({ origin, unread }: Organization): { readonly count: number; readonly asOf: string } {
  const { count = 0, atMs = 0 } = origin === location.origin ? {} : (unread ?? {});
  return { count, asOf: count > 0 ? switchingWords().asOf(shortTimeWithin(atMs / 1000, Date.now() / 1000)) : "" };
}

/** Another organization's unread count. If there is enough room, also the time of the count. */
export function LastUnread({ organization }: { readonly organization: Organization }) {
  const { count, asOf } = lastUnread(organization);
  if (count === 0) return null;
  return (
    <span class="organization-unread">
      <Count value={count} />
      {asOf}
    </span>
  );
}
