import { catalog } from "../../catalog.ts";

export const accountWords = catalog("account", {
  rows: {
    email: "Email",
    password: "Password",
    role: "Role",
    deactivate: "Deactivate my account",
  },
  login: "Account",
  changeEmail: "Change email",
  newEmail: "New email",
  emailHint: "We'll email a confirmation link there. Your address changes once you open it.",
  emailSent: "We sent a confirmation email to {address}.",
  emailLocked: "Your organization doesn't allow email address changes.",
  changePassword: "Change password",
  oldPassword: "Current password",
  newPassword: "New password",
  passwordHint: "At least {length, number} characters. You'll be logged out everywhere else.",
  passwordStrength: {
    weak: "This is easy to guess. Use several unrelated words.",
    fair: "Good enough.",
    strong: "Hard to guess.",
  },
  passwordChanged: "Password changed.",
  passwordLocked: "Your organization doesn't use password login.",
  end: "Deactivate account",
  deactivateHint: "Your messages stay. An administrator can reactivate your account.",
  deactivateTitle: "Deactivate your account?",
  deactivateAsk:
    "You'll be logged out everywhere and can't log in again. Your messages stay. Your bots will be deactivated.",
});

export const privacyWords = catalog("privacy", {
  rows: {
    presence_enabled: "Show when I'm active",
    send_private_typing_notifications: "Show when I'm typing in direct messages",
    send_stream_typing_notifications: "Show when I'm typing in channels",
    send_read_receipts: "Let others see what I've read",
    email_address_visibility: "Who can see my email address",
    hide_address_in_calls: "Hide my IP address in calls",
    allow_private_data_export: "Let administrators export my private data",
  },
  hints: { hide_address_in_calls: "Calls then go through a relay server, which can add a delay." },
  options: {
    email_address_visibility: {
      1: "Everyone, including guests",
      2: "Everyone except guests",
      5: "Moderators, administrators and owners",
      3: "Administrators and owners",
      4: "No one",
    },
  },
  title: "Privacy",
  seen: "What others see",
  receiptsLocked: "Your organization doesn't use read receipts.",
  relayMissing: "This server has no relay (TURN) server for calls. Its administrator can set one up.",
  relayNeedless: "Calls go through a media server here, so others never see your IP address.",
  consent: "Exports by administrators",
  consentHint:
    "Full exports then include your private channels and direct messages. Every export includes public data.",
});

export const profileWords = catalog("profile", {
  rows: {
    full_name: "Name",
    picture: "Profile picture",
    fields: "Profile fields",
    preview: "Preview",
  },
  nameLocked: "Your organization doesn't allow name changes.",
  pictureLocked: "Your organization doesn't allow picture changes.",
  fieldLocked: "Only administrators can change this.",
  upload: "Upload picture",
  removePicture: "Remove picture",
  removePictureAsk: "Others will see your initials or Gravatar.",
  noPicture: "The browser can't show this file as an image.",
  pictureSaved: "Profile picture updated.",
  pictureRemoved: "Profile picture removed.",
  crop: "Crop your picture",
  cropHint: "Drag the picture, click what is to be in the middle, or use the arrow keys.",
  cropArea: "Picture: arrow keys move it",
  zoom: "Size",
  noChoice: "None",
  required: "Required by your organization.",
  username: "Your name at {service}",
});

export const yourDataWords = catalog("yourData", {
  rows: {
    collect: "Export my data",
  },
  file: "Your copy",
  fileHint: "A file with everything stored about you: pages to read, JSON for programs, and your uploads. Once a day.",
  pending: "Collecting your data… You can leave this page.",
  failed: "Couldn't collect your data. Try again.",
  until: "Available until",
});
