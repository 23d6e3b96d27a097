import type { Language } from "../protocol/language.ts";

interface RefusalWords {
  readonly fieldMissing: string;
  readonly tooOften: (seconds: number) => string;
  /** The API's messages in this language. Missing ones stay in English. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Formats a duration, rounded up to whole minutes, or to whole hours from two hours on. */
function duration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [value, unit] = minutes < 120 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

export const refusalWords: Readonly<Record<Language, RefusalWords>> = {
  en: {
    fieldMissing: "Fill in every field.",
    tooOften: (seconds) => `Too many attempts. Try again in ${duration(seconds, "en")}.`,
    // The API uses Zulip's wording; the form asks for an email.
    messages: { "Your username or password is incorrect": "Your email or password is incorrect." },
  },
  de: {
    fieldMissing: "Fülle alle Felder aus.",
    tooOften: (seconds) => `Zu viele Versuche. Versuch es in ${duration(seconds, "de")} noch einmal.`,
    messages: {
      "Your organization doesn't let you use assistants.": "Deine Organisation lässt dich keine Assistenten nutzen.",
      "Your organization doesn't allow this assistant.": "Deine Organisation lässt diesen Assistenten nicht zu.",
      "Your organization doesn't let assistants write for you.":
        "Deine Organisation erlaubt nicht, dass Assistenten für dich schreiben.",
      "Your username or password is incorrect": "E-Mail-Adresse oder Passwort ist falsch.",
      "This code is wrong or was already used.": "Dieser Code stimmt nicht oder wurde schon benutzt.",
      "The login took too long. Start again with your password.":
        "Die Anmeldung hat zu lange gedauert. Beginne noch einmal mit deinem Passwort.",
      "This organization requires a passkey. Log in with your passkey.":
        "In dieser Organisation genügt dein Passwort nicht: Melde dich mit deinem Passkey an.",
      "This passkey isn't registered here, or its answer isn't valid.":
        "Dieser Passkey ist hier nicht bekannt, oder er hat nicht geantwortet, wie er sollte.",
      "This took too long. Try again.": "Das hat zu lange gedauert. Versuch es noch einmal.",
      "This organization does not allow logins from your network.":
        "Diese Organisation erlaubt keine Anmeldung aus deinem Netzwerk.",
      "Account is deactivated": "Dieses Konto ist deaktiviert.",
      "This organization has been deactivated": "Diese Organisation ist deaktiviert.",
      "Password authentication is disabled in this organization":
        "In dieser Organisation meldet man sich nicht mit einem Passwort an.",
      "Not logged in: API authentication or user session required": "Du bist nicht angemeldet.",
      "New password is too weak!": "Das neue Passwort ist zu schwach.",
      "Name too short!": "Der Name ist zu kurz.",
      "Name too long!": "Der Name ist zu lang.",
      "Invalid characters in name!": "Der Name enthält Zeichen, die nicht erlaubt sind.",
      "Invalid format!": "Dieser Name ist nicht erlaubt.",
      "Unique names required in this organization.": "Diesen Namen trägt schon jemand in dieser Organisation.",
      "Enter a valid email address.": "Gib eine gültige E-Mail-Adresse ein.",
      "Enter your email address.": "Gib deine E-Mail-Adresse ein.",
      "Email is already in use.": "Zu dieser E-Mail-Adresse gibt es schon ein Konto.",
      "Confirm your email address first.": "Bestätige zuerst deine E-Mail-Adresse.",
      "Disposable email addresses are not allowed in this organization":
        "Wegwerfadressen sind in dieser Organisation nicht erlaubt.",
      "Email address changes are disabled in this organization.":
        "In dieser Organisation lässt sich die E-Mail-Adresse nicht ändern.",
      "Invalid setup token": "Das Einrichtungs-Token stimmt nicht.",
      "You are not authorized to view this file.": "Du darfst diese Datei nicht sehen.",
      "Invalid subdomain": "Unter dieser Adresse gibt es keine Organisation.",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "Diese Einladung ist hier nicht bekannt. Bitte um eine neue.",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "Diese Einladung wurde schon angenommen. Bitte um eine neue.",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "Diese Einladung wurde zurückgezogen. Bitte um eine neue.",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "Diese Einladung ist abgelaufen. Bitte um eine neue.",
      "This server can't send email. Ask the person who invited you for an account.":
        "Dieser Server kann keine E-Mails verschicken. Bitte um ein Konto bei dem, der dich eingeladen hat.",
      "This server can't send email. Ask your server administrator for a new password.":
        "Dieser Server kann keine E-Mails verschicken. Frag die Person, die ihn betreibt, nach einem neuen Passwort.",
      "This link isn't valid, or has expired.": "Dieser Link gilt nicht oder nicht mehr.",
      "This link isn't valid, or has expired. Ask for a new one.":
        "Dieser Link gilt nicht oder nicht mehr. Lass dir einen neuen schicken.",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "Dieser Link gilt nicht oder nicht mehr. Ändere deine Adresse noch einmal in den Einstellungen.",
    },
  },
  es: {
    fieldMissing: "Completa todos los campos.",
    tooOften: (seconds) => `Demasiados intentos. Inténtalo de nuevo en ${duration(seconds, "es")}.`,
    messages: {
      "Your organization doesn't let you use assistants.": "Tu organización no te permite usar asistentes.",
      "Your organization doesn't allow this assistant.": "Tu organización no admite este asistente.",
      "Your organization doesn't let assistants write for you.":
        "Tu organización no permite que los asistentes escriban por ti.",
      "Your username or password is incorrect": "El correo electrónico o la contraseña no son correctos.",
      "This code is wrong or was already used.": "Este código es incorrecto o ya se usó.",
      "The login took too long. Start again with your password.":
        "El inicio de sesión tardó demasiado. Empieza de nuevo con tu contraseña.",
      "This organization requires a passkey. Log in with your passkey.":
        "Esta organización exige una llave de acceso. Inicia sesión con la tuya.",
      "This passkey isn't registered here, or its answer isn't valid.":
        "Esta llave de acceso no está registrada aquí, o su respuesta no es válida.",
      "This took too long. Try again.": "Esto tardó demasiado. Inténtalo de nuevo.",
      "This organization does not allow logins from your network.":
        "Esta organización no permite iniciar sesión desde tu red.",
      "Account is deactivated": "Esta cuenta está desactivada.",
      "This organization has been deactivated": "Esta organización está desactivada.",
      "Password authentication is disabled in this organization":
        "En esta organización no se inicia sesión con contraseña.",
      "Not logged in: API authentication or user session required": "No has iniciado sesión.",
      "New password is too weak!": "La nueva contraseña es demasiado débil.",
      "Name too short!": "El nombre es demasiado corto.",
      "Name too long!": "El nombre es demasiado largo.",
      "Invalid characters in name!": "El nombre contiene caracteres no permitidos.",
      "Invalid format!": "Este nombre no está permitido.",
      "Unique names required in this organization.": "Alguien de esta organización ya tiene este nombre.",
      "Enter a valid email address.": "Escribe un correo electrónico válido.",
      "Enter your email address.": "Escribe tu correo electrónico.",
      "Email is already in use.": "Este correo electrónico ya se usa en una cuenta.",
      "Confirm your email address first.": "Confirma primero tu correo electrónico.",
      "Disposable email addresses are not allowed in this organization":
        "Esta organización no permite direcciones de correo desechables.",
      "Email address changes are disabled in this organization.":
        "Esta organización no permite cambiar el correo electrónico.",
      "Invalid setup token": "El token de configuración no es válido.",
      "You are not authorized to view this file.": "No tienes permiso para ver este archivo.",
      "Invalid subdomain": "No hay ninguna organización en esta dirección.",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "Esta invitación no es válida. Pide una nueva a quien te invitó.",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "Esta invitación ya se aceptó. Pide una nueva a quien te invitó.",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "Esta invitación fue revocada. Pide una nueva a quien te invitó.",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "Esta invitación ha caducado. Pide una nueva a quien te invitó.",
      "This server can't send email. Ask the person who invited you for an account.":
        "Este servidor no puede enviar correos electrónicos. Pide una cuenta a quien te invitó.",
      "This server can't send email. Ask your server administrator for a new password.":
        "Este servidor no puede enviar correos electrónicos. Pide una contraseña nueva a la administración del servidor.",
      "This link isn't valid, or has expired.": "Este enlace no es válido o ha caducado.",
      "This link isn't valid, or has expired. Ask for a new one.":
        "Este enlace no es válido o ha caducado. Pide uno nuevo.",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "Este enlace no es válido o ha caducado. Vuelve a cambiar tu correo electrónico en los ajustes.",
    },
  },
  fr: {
    fieldMissing: "Remplissez tous les champs.",
    tooOften: (seconds) => `Trop de tentatives. Réessayez dans ${duration(seconds, "fr")}.`,
    messages: {
      "Your organization doesn't let you use assistants.":
        "Votre organisation ne vous permet pas d’utiliser des assistants.",
      "Your organization doesn't allow this assistant.": "Votre organisation n’admet pas cet assistant.",
      "Your organization doesn't let assistants write for you.":
        "Votre organisation ne permet pas aux assistants d’écrire pour vous.",
      "Your username or password is incorrect": "L’e-mail ou le mot de passe est incorrect.",
      "This code is wrong or was already used.": "Ce code est incorrect ou a déjà été utilisé.",
      "The login took too long. Start again with your password.":
        "La connexion a pris trop de temps. Recommencez avec votre mot de passe.",
      "This organization requires a passkey. Log in with your passkey.":
        "Cette organisation exige une clé d’accès. Connectez-vous avec la vôtre.",
      "This passkey isn't registered here, or its answer isn't valid.":
        "Cette clé d’accès n’est pas enregistrée ici, ou sa réponse n’est pas valide.",
      "This took too long. Try again.": "Cela a pris trop de temps. Réessayez.",
      "This organization does not allow logins from your network.":
        "Cette organisation n’autorise pas la connexion depuis votre réseau.",
      "Account is deactivated": "Ce compte est désactivé.",
      "This organization has been deactivated": "Cette organisation est désactivée.",
      "Password authentication is disabled in this organization":
        "Cette organisation n’utilise pas la connexion par mot de passe.",
      "Not logged in: API authentication or user session required": "Vous n’êtes pas connecté.",
      "New password is too weak!": "Le nouveau mot de passe est trop faible.",
      "Name too short!": "Le nom est trop court.",
      "Name too long!": "Le nom est trop long.",
      "Invalid characters in name!": "Le nom contient des caractères non autorisés.",
      "Invalid format!": "Ce nom n’est pas autorisé.",
      "Unique names required in this organization.": "Quelqu’un porte déjà ce nom dans cette organisation.",
      "Enter a valid email address.": "Saisissez une adresse e-mail valide.",
      "Enter your email address.": "Saisissez votre adresse e-mail.",
      "Email is already in use.": "Un compte utilise déjà cette adresse e-mail.",
      "Confirm your email address first.": "Confirmez d’abord votre adresse e-mail.",
      "Disposable email addresses are not allowed in this organization":
        "Cette organisation n’autorise pas les adresses e-mail jetables.",
      "Email address changes are disabled in this organization.":
        "Cette organisation ne permet pas de changer d’adresse e-mail.",
      "Invalid setup token": "Le jeton d’installation n’est pas valide.",
      "You are not authorized to view this file.": "Vous n’avez pas le droit de voir ce fichier.",
      "Invalid subdomain": "Il n’y a aucune organisation à cette adresse.",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "Cette invitation n’est pas valide. Demandez-en une nouvelle à la personne qui vous a invité.",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "Cette invitation a déjà été acceptée. Demandez-en une nouvelle à la personne qui vous a invité.",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "Cette invitation a été révoquée. Demandez-en une nouvelle à la personne qui vous a invité.",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "Cette invitation a expiré. Demandez-en une nouvelle à la personne qui vous a invité.",
      "This server can't send email. Ask the person who invited you for an account.":
        "Ce serveur ne peut pas envoyer d’e-mails. Demandez un compte à la personne qui vous a invité.",
      "This server can't send email. Ask your server administrator for a new password.":
        "Ce serveur ne peut pas envoyer d’e-mails. Demandez un nouveau mot de passe à l’administration du serveur.",
      "This link isn't valid, or has expired.": "Ce lien n’est pas valide ou a expiré.",
      "This link isn't valid, or has expired. Ask for a new one.":
        "Ce lien n’est pas valide ou a expiré. Demandez-en un nouveau.",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "Ce lien n’est pas valide ou a expiré. Modifiez de nouveau votre adresse e-mail dans les paramètres.",
    },
  },
  ja: {
    fieldMissing: "すべての項目を入力してください。",
    tooOften: (seconds) => `試行回数が多すぎます。${duration(seconds, "ja")}後にもう一度お試しください。`,
    messages: {
      "Your organization doesn't let you use assistants.": "組織の設定により、アシスタントを利用できません。",
      "Your organization doesn't allow this assistant.": "組織の設定により、このアシスタントは許可できません。",
      "Your organization doesn't let assistants write for you.":
        "組織の設定により、アシスタントはあなたの代わりに書き込めません。",
      "Your username or password is incorrect": "メールアドレスまたはパスワードが正しくありません。",
      "This code is wrong or was already used.": "このコードは正しくないか、すでに使用されています。",
      "The login took too long. Start again with your password.":
        "ログインに時間がかかりすぎました。パスワードの入力からやり直してください。",
      "This organization requires a passkey. Log in with your passkey.":
        "この組織ではパスキーが必要です。パスキーでログインしてください。",
      "This passkey isn't registered here, or its answer isn't valid.":
        "このパスキーはここに登録されていないか、応答が無効です。",
      "This took too long. Try again.": "時間がかかりすぎました。もう一度お試しください。",
      "This organization does not allow logins from your network.":
        "この組織では、お使いのネットワークからのログインは許可されていません。",
      "Account is deactivated": "このアカウントは無効になっています。",
      "This organization has been deactivated": "この組織は無効になっています。",
      "Password authentication is disabled in this organization": "この組織ではパスワードでログインできません。",
      "Not logged in: API authentication or user session required": "ログインしていません。",
      "New password is too weak!": "新しいパスワードが推測されやすすぎます。",
      "Name too short!": "名前が短すぎます。",
      "Name too long!": "名前が長すぎます。",
      "Invalid characters in name!": "名前に使用できない文字が含まれています。",
      "Invalid format!": "この名前は使用できません。",
      "Unique names required in this organization.": "この名前はこの組織ですでに使われています。",
      "Enter a valid email address.": "有効なメールアドレスを入力してください。",
      "Enter your email address.": "メールアドレスを入力してください。",
      "Email is already in use.": "このメールアドレスのアカウントはすでに存在します。",
      "Confirm your email address first.": "先にメールアドレスを確認してください。",
      "Disposable email addresses are not allowed in this organization":
        "この組織では使い捨てメールアドレスを使用できません。",
      "Email address changes are disabled in this organization.": "この組織ではメールアドレスを変更できません。",
      "Invalid setup token": "セットアップトークンが正しくありません。",
      "You are not authorized to view this file.": "このファイルを表示する権限がありません。",
      "Invalid subdomain": "このアドレスに組織はありません。",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "この招待は無効です。招待した人に新しい招待を依頼してください。",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "この招待はすでに使用されています。招待した人に新しい招待を依頼してください。",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "この招待は取り消されました。招待した人に新しい招待を依頼してください。",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "この招待は有効期限が切れています。招待した人に新しい招待を依頼してください。",
      "This server can't send email. Ask the person who invited you for an account.":
        "このサーバーはメールを送信できません。招待した人にアカウントの作成を依頼してください。",
      "This server can't send email. Ask your server administrator for a new password.":
        "このサーバーはメールを送信できません。サーバー管理者に新しいパスワードを依頼してください。",
      "This link isn't valid, or has expired.": "このリンクは無効か、有効期限が切れています。",
      "This link isn't valid, or has expired. Ask for a new one.":
        "このリンクは無効か、有効期限が切れています。新しいリンクを依頼してください。",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "このリンクは無効か、有効期限が切れています。設定でメールアドレスをもう一度変更してください。",
    },
  },
  ar: {
    fieldMissing: "املأ كل الحقول.",
    tooOften: (seconds) => `محاولات كثيرة جدًا. حاول مرة أخرى خلال ${duration(seconds, "ar")}.`,
    messages: {
      "Your organization doesn't let you use assistants.": "لا تسمح لك مؤسستك باستخدام المساعدين.",
      "Your organization doesn't allow this assistant.": "لا تقبل مؤسستك هذا المساعد.",
      "Your organization doesn't let assistants write for you.": "لا تسمح مؤسستك للمساعدين بالكتابة نيابةً عنك.",
      "Your username or password is incorrect": "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
      "This code is wrong or was already used.": "هذا الرمز خاطئ أو سبق استخدامه.",
      "The login took too long. Start again with your password.":
        "استغرق تسجيل الدخول وقتًا طويلًا. ابدأ من جديد بكلمة المرور.",
      "This organization requires a passkey. Log in with your passkey.":
        "تتطلب هذه المؤسسة مفتاح مرور. سجّل الدخول بمفتاح المرور.",
      "This passkey isn't registered here, or its answer isn't valid.":
        "مفتاح المرور هذا غير مسجَّل هنا، أو أن استجابته غير صالحة.",
      "This took too long. Try again.": "استغرق هذا وقتًا طويلًا. حاول مرة أخرى.",
      "This organization does not allow logins from your network.": "لا تسمح هذه المؤسسة بتسجيل الدخول من شبكتك.",
      "Account is deactivated": "هذا الحساب معطَّل.",
      "This organization has been deactivated": "هذه المؤسسة معطَّلة.",
      "Password authentication is disabled in this organization": "لا يُستخدم تسجيل الدخول بكلمة المرور في هذه المؤسسة.",
      "Not logged in: API authentication or user session required": "لم تسجّل الدخول.",
      "New password is too weak!": "كلمة المرور الجديدة ضعيفة جدًا.",
      "Name too short!": "الاسم قصير جدًا.",
      "Name too long!": "الاسم طويل جدًا.",
      "Invalid characters in name!": "يحتوي الاسم على رموز غير مسموح بها.",
      "Invalid format!": "هذا الاسم غير مسموح به.",
      "Unique names required in this organization.": "هذا الاسم مستخدم في هذه المؤسسة.",
      "Enter a valid email address.": "أدخل بريدًا إلكترونيًا صالحًا.",
      "Enter your email address.": "أدخل بريدك الإلكتروني.",
      "Email is already in use.": "يوجد حساب بهذا البريد الإلكتروني.",
      "Confirm your email address first.": "أكّد بريدك الإلكتروني أولًا.",
      "Disposable email addresses are not allowed in this organization": "لا تسمح هذه المؤسسة بعناوين البريد المؤقتة.",
      "Email address changes are disabled in this organization.": "لا تسمح هذه المؤسسة بتغيير البريد الإلكتروني.",
      "Invalid setup token": "رمز الإعداد غير صالح.",
      "You are not authorized to view this file.": "ليس لديك إذن لعرض هذا الملف.",
      "Invalid subdomain": "لا توجد مؤسسة على هذا العنوان.",
      "This invitation isn't valid. Ask the person who invited you for a new one.":
        "هذه الدعوة غير صالحة. اطلب دعوة جديدة ممن دعاك.",
      "This invitation was already accepted. Ask the person who invited you for a new one.":
        "سبق قبول هذه الدعوة. اطلب دعوة جديدة ممن دعاك.",
      "This invitation was revoked. Ask the person who invited you for a new one.":
        "أُلغيت هذه الدعوة. اطلب دعوة جديدة ممن دعاك.",
      "This invitation has expired. Ask the person who invited you for a new one.":
        "انتهت صلاحية هذه الدعوة. اطلب دعوة جديدة ممن دعاك.",
      "This server can't send email. Ask the person who invited you for an account.":
        "لا يستطيع هذا الخادم إرسال البريد الإلكتروني. اطلب حسابًا ممن دعاك.",
      "This server can't send email. Ask your server administrator for a new password.":
        "لا يستطيع هذا الخادم إرسال البريد الإلكتروني. اطلب كلمة مرور جديدة من مدير الخادم.",
      "This link isn't valid, or has expired.": "هذا الرابط غير صالح أو انتهت صلاحيته.",
      "This link isn't valid, or has expired. Ask for a new one.":
        "هذا الرابط غير صالح أو انتهت صلاحيته. اطلب رابطًا جديدًا.",
      "This link isn't valid, or has expired. Change your email address in the settings again.":
        "هذا الرابط غير صالح أو انتهت صلاحيته. غيّر بريدك الإلكتروني من الإعدادات مرة أخرى.",
    },
  },
};
