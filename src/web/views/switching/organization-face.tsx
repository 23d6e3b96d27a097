import { hostOf, type Organization } from "../../model/switching/organizations.ts";

/** The picture of an organization, or else its first letter. */
export function OrganizationFace({ organization: { name, icon } }: { readonly organization: Organization }) {
  if (icon !== undefined) return <img class="organization-face" src={icon} alt="" width={32} height={32} />;
  const [first] = new Intl.Segmenter().segment(name);
  return (
    <span class="organization-face" aria-hidden="true">
      {first?.segment.toUpperCase()}
    </span>
  );
}

/** An organization with its name and host: only the host says for sure whose it is. */
export const OrganizationRow = ({ organization }: { readonly organization: Organization }) => (
  <>
    <OrganizationFace organization={organization} />
    <span class="organization-text">
      <bdi class="one-line">{organization.name}</bdi>
      <bdi class="one-line">{hostOf(organization.origin)}</bdi>
    </span>
  </>
);
