import { readFileSync, writeFileSync } from 'node:fs'
import { libraryFileSchema } from '@portal/contract/library-file'

/** The published JSON schema of library files, which editors and other programs use. */
const librarySchemaPath = new URL('../docs/reference/library-file.schema.json', import.meta.url)

/** The text that the schemas of the contract give. */
export const librarySchemaText = (): string => `${JSON.stringify(libraryFileSchema(), null, 2)}\n`

export const publishedSchemaText = (): string => readFileSync(librarySchemaPath, 'utf8')

if (import.meta.main) writeFileSync(librarySchemaPath, librarySchemaText())
