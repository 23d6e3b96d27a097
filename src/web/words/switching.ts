import { catalog } from "./catalog.ts";

export const switchingWords = catalog("switching", {
  title: "Organizations",
  add: "Add organization",
  address: "Organization URL",
  addressHint:
    "For example, acme.example.org. If it uses Parley, it opens there, and you log in with your account there.",
  notAddress: "That isn't the URL of an organization.",
  tooMany: "You can add up to {most, number} organizations.",
  open: "Open",
  manage: "Your organizations",
  manageHint: "This device remembers them. Each organization has its own login.",
  here: "open now",
  joinTitle: "Switch between these organizations?",
  joinText:
    "You came here from one of them. If you continue, they appear side by side on this device, and each sees the names and URLs of the others. Cancel if you don't know one.",
  join: "Show together",
  goTo: "Go to {name}",
  asOf: "as of {time}",
});

export const sharingWords = catalog("sharing", {
  outside: "Shared from outside",
  outsideText: "This came from another app or a website. Nothing is posted until you send it.",
  choose: "Choose conversation",
  title: "Share to",
  placeholder: "Person, topic or channel",
  files: "With {names}",
  left: "{count, plural, one {One file is too much to share at once. Attach it in the message.} other {# files are too much to share at once. Attach them in the message.}}",
});
