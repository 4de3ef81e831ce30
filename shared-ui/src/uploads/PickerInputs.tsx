import type { RefObject } from 'react'
import { foldersOf } from './folder-tree.ts'
import type { LocalFiles } from './folder-tree.ts'
import { t } from './texts.ts'

export interface PickerInputsProps {
  filesRef: RefObject<HTMLInputElement | null>
  /** Absent where folders are of no use. */
  folderRef?: RefObject<HTMLInputElement | null>
  onChosen: (chosen: LocalFiles) => void
}

/** What was chosen; the picker is emptied, so that the same can be chosen again. */
function taken(input: HTMLInputElement): File[] {
  const list = [...(input.files ?? [])]
  input.value = ''
  return list
}

/**
 * The browser's pickers of files and, where it may be one, of a whole folder, opened by buttons elsewhere.
 */
export function PickerInputs({ filesRef, folderRef, onChosen }: PickerInputsProps) {
  return (
    <>
      <input
        ref={filesRef}
        hidden
        multiple
        type="file"
        autoComplete="off"
        aria-label={t('chooseFiles')}
        onChange={({ currentTarget }) => onChosen({ files: taken(currentTarget), folders: [], skipped: [] })}
      />
      {folderRef !== undefined && (
        <input
          ref={(input) => {
            folderRef.current = input
            // React knows no attribute of this name; the property is every browser's.
            if (input !== null) input.webkitdirectory = true
          }}
          hidden
          multiple
          type="file"
          autoComplete="off"
          aria-label={t('chooseFolder')}
          onChange={({ currentTarget }) =>
            onChosen({ files: [], folders: foldersOf(taken(currentTarget)), skipped: [] })
          }
        />
      )}
    </>
  )
}
