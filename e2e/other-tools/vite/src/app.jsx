import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const roots = new WeakMap()

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`Made by Vite, pressed ${count}`}
    </button>
  )
}

export const bootstrap = async () => {}

export async function mount({ domElement }) {
  const root = createRoot(domElement)
  roots.set(domElement, root)
  root.render(<Counter />)
}

export async function unmount({ domElement }) {
  roots.get(domElement)?.unmount()
}
