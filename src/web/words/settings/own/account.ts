import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const accountWords = catalog("account", {
  rows: {
    email: "Email",
    password: "Password",
    role: "Role",
    presence_enabled: "Show others when I am here",
    send_private_typing_notifications: "Show others when I write to them",
    send_stream_typing_notifications: "Show others when I write in a channel",
    send_read_receipts: "Show others what I have read",
    email_address_visibility: "Who sees my email address",
    deactivate: "Deactivate my account",
  },
  hints: {},
  options: {
    email_address_visibility: {
      1: "Everybody, guests too",
      2: "Everybody but guests",
      5: "Moderators, administrators and owners",
      3: "Administrators and owners",
      4: "Nobody",
    },
  },
  login: "Logging in",
  privacy: "Privacy",
  changeEmail: "Change email",
  newEmail: "New email",
  emailHint: "A letter with a link goes there. Your address changes when you open it.",
  emailSent: (address: string) => `A letter is on its way to ${address}.`,
  emailLocked: "Your organization does not let people change their email addresses.",
  changePassword: "Change password",
  oldPassword: "Password until now",
  newPassword: "New password",
  passwordHint: (length: number) => `At least ${length} characters. You are logged out everywhere else.`,
  passwordStrength: {
    weak: "This is easy to guess. Use several words that do not belong together.",
    fair: "Good enough.",
    strong: "Hard to guess.",
  },
  passwordForgotten: "I have forgotten it",
  passwordChanged: "Your password is changed.",
  passwordLocked: "Nobody logs in with a password here.",
  receiptsLocked: "Your organization does not use read receipts.",
  end: "Leaving",
  deactivateHint: "Your messages stay. An administrator can let you in again.",
  deactivateTitle: "Deactivate your account?",
  deactivateAsk: "You are logged out everywhere and can no longer log in. What you have written stays. Your bots stop.",
});

export const profileWords = catalog("profile", {
  rows: {
    full_name: "Name",
    picture: "Picture",
    fields: "About you",
    preview: "How others see you",
  },
  nameLocked: "Your organization does not let people change their names.",
  pictureLocked: "Your organization does not let people change their pictures.",
  fieldLocked: "Only administrators may change this.",
  upload: "Upload a picture",
  removePicture: "Remove picture",
  removePictureAsk: "Others see your initials or your Gravatar then.",
  noPicture: "This file is no picture that the browser can show.",
  pictureSaved: "Your picture is there.",
  pictureRemoved: "Your picture is gone.",
  crop: "What shall be seen of it?",
  cropHint: "Drag the picture, or move it with the arrow keys.",
  cropArea: "Picture: arrow keys move it",
  zoom: "Size",
  noChoice: "Nothing chosen",
  required: "Your organization asks for it.",
  username: (service: string) => `Your name at ${service}`,
});

const messages = (count: number) => plural(count, { one: "# message", other: "# messages" });

export const yourDataWords = catalog("yourData", {
  rows: {
    collect: "Download my data",
    allow_private_data_export: "Administrators may export my private data",
  },
  file: "A copy for you",
  fileHint:
    "One file with all messages that you have written, your profile, channels, drafts, reminders and snippets, and the list of your files: lines of JSON.",
  collecting: (count: number) => `${messages(count)} so far…`,
  done: (count: number) => `Downloaded, with ${messages(count)}.`,
  consent: "Exports of the organization",
  consentHint:
    "Private channels that you are in and your direct messages are then part of full exports that administrators make. What is public is part of each.",
});
