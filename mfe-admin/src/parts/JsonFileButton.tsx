import { Button } from '@portal/shared-ui/mui'
import { useRef } from 'react'

export interface JsonFileButtonProps {
  label: string
  isBusy: boolean
  onFile: (file: File) => void
}

/** A button that asks for a JSON file. The same file can be chosen again. */
export function JsonFileButton({ label, isBusy, onFile }: JsonFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outlined" aria-busy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
