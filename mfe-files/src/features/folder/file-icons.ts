import {
  mdiFileCodeOutline,
  mdiFileDocumentOutline,
  mdiFileImageOutline,
  mdiFileOutline,
  mdiFilePdfBox,
  mdiFileTableOutline,
  mdiFolder,
  mdiFolderZipOutline,
} from '@mdi/js'
import { folderMimeType } from '@portal/contract'

/** Media types with their own icon; the first match counts. */
const icons: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${folderMimeType}$`), mdiFolder],
  [/^application\/pdf$/, mdiFilePdfBox],
  [/svg|xml|html|script|json/, mdiFileCodeOutline],
  [/^image\//, mdiFileImageOutline],
  [/csv|spreadsheet|excel/, mdiFileTableOutline],
  [/zip|compressed|tar/, mdiFolderZipOutline],
  [/^text\/|word|document/, mdiFileDocumentOutline],
]

/** The icon of a file or folder: 24 x 24 path. */
export function fileIcon(mimeType: string): string {
  return icons.find(([pattern]) => pattern.test(mimeType))?.[1] ?? mdiFileOutline
}
