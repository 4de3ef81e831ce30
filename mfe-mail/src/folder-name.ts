import { mailFolderNames, screenLabel } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'

/** Name of a folder in the screen's language. */
export const folderName = (folder: MailFolderId): string => screenLabel(mailFolderNames[folder])
