/** What an action does, listed before the user confirms it. */
export const Consequences = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul class="people-consequences">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
