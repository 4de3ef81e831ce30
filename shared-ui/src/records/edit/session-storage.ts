import { useRef, useState } from 'react'
import { mayStoreText, unsentTextPrefixes } from '../../portal/personal-storage.ts'

const prefix = unsentTextPrefixes.unsaved

function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(prefix + key)
    return text === null ? null : JSON.parse(text)
  } catch {
    // Storage is blocked or holds a value in an unknown format: there is nothing to restore.
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + key)
    else if (mayStoreText()) sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Storage is blocked or full: the text is kept until the page is left.
  }
}

/**
 * State that survives a crash or reload of the page. It is stored in the session storage of this browser tab
 * until it is set to null.
 * `parse` returns null for a value of the wrong shape. The key must not change while the component is
 * mounted.
 */
export function useSessionStorage<Value>(
  key: string,
  parse: (value: unknown) => Value | null,
): [Value | null, (change: (before: Value | null) => Value | null) => void] {
  const [value, setValue] = useState(() => parse(read(key)))
  const latest = useRef(value)
  const change = (step: (before: Value | null) => Value | null) => {
    latest.current = step(latest.current)
    write(key, latest.current)
    setValue(latest.current)
  }
  return [value, change]
}
