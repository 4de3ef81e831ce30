import type { RefObject } from 'react'
import { foldersOf } from './folder-tree.ts'
import type { LocalFiles } from './folder-tree.ts'
import { t } from './texts.ts'

export interface PickerInputsProps {
  filesRef: RefObject<HTMLInputElement | null>
  /** Absent if folders are not supported. */
  folderRef?: RefObject<HTMLInputElement | null>
  onChosen: (chosen: LocalFiles) => void
}

/** Returns the chosen files and clears the input, so that the same files can be chosen again. */
function taken(input: HTMLInputElement): File[] {
  const list = [...(input.files ?? [])]
  input.value = ''
  return list
}

/**
 * The hidden inputs of the browser's file picker and, optionally, folder picker. Buttons in other components
 * open them.
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
            // React does not know this attribute, but all browsers have the property.
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
