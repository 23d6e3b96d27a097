import type { Translation } from "../../../catalog.ts";
import type { accountWords, privacyWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "E-mail",
    password: "Mot de passe",
    role: "Rôle",
    deactivate: "Désactiver mon compte",
  },
  login: "Compte",
  changeEmail: "Changer d’e-mail",
  newEmail: "Nouvel e-mail",
  emailHint: "Nous y enverrons un lien de confirmation. L’adresse change quand vous l’ouvrez.",
  emailSent: (address) => `Un e-mail de confirmation a été envoyé à ${address}.`,
  emailLocked: "Votre organisation ne permet pas de changer d’adresse e-mail.",
  changePassword: "Changer le mot de passe",
  oldPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  passwordHint: (length) => `Au moins ${length} caractères. Vos autres sessions seront fermées.`,
  passwordStrength: {
    weak: "Facile à deviner. Utilisez plusieurs mots sans rapport entre eux.",
    fair: "Suffisant.",
    strong: "Difficile à deviner.",
  },
  passwordForgotten: "Mot de passe oublié ?",
  passwordChanged: "Mot de passe modifié.",
  passwordLocked: "Votre organisation n’utilise pas la connexion par mot de passe.",
  end: "Désactiver le compte",
  deactivateHint: "Vos messages restent. L’administration peut réactiver votre compte.",
  deactivateTitle: "Désactiver votre compte ?",
  deactivateAsk:
    "Toutes vos sessions seront fermées et vous ne pourrez plus vous connecter. Vos messages restent. Vos bots seront désactivés.",
};

export const privacy: Translation<typeof privacyWords> = {
  rows: {
    presence_enabled: "Montrer quand je suis en ligne",
    send_private_typing_notifications: "Montrer quand j’écris dans les messages directs",
    send_stream_typing_notifications: "Montrer quand j’écris dans les canaux",
    send_read_receipts: "Laisser les autres voir ce que j’ai lu",
    email_address_visibility: "Qui peut voir mon adresse e-mail",
    hide_address_in_calls: "Masquer mon adresse IP dans les appels",
    allow_private_data_export: "Laisser l’administration exporter mes données privées",
  },
  hints: { hide_address_in_calls: "Les appels passent alors par un serveur relais, ce qui peut ajouter un délai." },
  options: {
    email_address_visibility: {
      1: "Tout le monde, invités compris",
      2: "Tout le monde sauf les invités",
      5: "Modérateurs, administrateurs et propriétaires",
      3: "Administrateurs et propriétaires",
      4: "Personne",
    },
  },
  title: "Confidentialité",
  seen: "Ce que voient les autres",
  receiptsLocked: "Votre organisation n’utilise pas les accusés de lecture.",
  relayMissing:
    "Ce serveur n’a pas de serveur relais (TURN) pour les appels. Son administration peut en configurer un.",
  relayNeedless: "Ici, les appels passent par un serveur média : les autres ne voient jamais votre adresse IP.",
  consent: "Exportations par l’administration",
  consentHint:
    "Les exportations complètes incluront vos canaux privés et vos messages directs. Les données publiques sont toujours incluses.",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "Nom",
    picture: "Photo de profil",
    fields: "Champs de profil",
    preview: "Aperçu",
  },
  nameLocked: "Votre organisation ne permet pas de changer de nom.",
  pictureLocked: "Votre organisation ne permet pas de changer de photo.",
  fieldLocked: "Seule l’administration peut modifier cela.",
  upload: "Choisir une photo",
  removePicture: "Retirer la photo",
  removePictureAsk: "Les autres verront vos initiales ou votre Gravatar.",
  noPicture: "Le navigateur ne peut pas afficher ce fichier comme image.",
  pictureSaved: "Photo de profil mise à jour.",
  pictureRemoved: "Photo de profil retirée.",
  crop: "Recadrer la photo",
  cropHint: "Faites glisser la photo, cliquez sur ce qui doit être au centre, ou utilisez les flèches.",
  cropArea: "Photo : les flèches la déplacent",
  zoom: "Taille",
  noChoice: "Aucun",
  required: "Exigé par votre organisation.",
  username: (service) => `Votre nom sur ${service}`,
};

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "Exporter mes données",
  },
  file: "Votre copie",
  fileHint:
    "Un fichier avec tout ce qui est conservé sur vous : des pages à lire, du JSON pour les programmes et vos fichiers. Une fois par jour.",
  pending: "Collecte de vos données… Vous pouvez quitter cette page.",
  failed: "Impossible de collecter vos données. Réessayez.",
  download: "Télécharger",
  until: "Disponible jusqu’au",
};
