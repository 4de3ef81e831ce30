import vm from 'node:vm'

/**
 * Jest compiles each module again for each test file, since `vm.compileFunction` keeps nothing for the next
 * context. A script can run in many contexts, and V8 keeps with it what it has compiled. So a worker compiles
 * a module once, which saves 0.2 to 0.4 s of processor time for each test file but its first.
 *
 * Replaces the function before jest-runtime calls it, so the environment imports this file.
 */
const { compileFunction } = vm

/** By file: its source, the names of its parameters, and the script that makes its function. */
const known = new Map()

function scriptOf(source, names, filename) {
  const found = known.get(filename)
  if (found?.source === source && found.names === names) return found.script
  // An import on demand is answered by the runtime of the test file that compiled the module.
  if (/\bimport\s*\(/.test(source)) return null
  const head = `(function (${names}) {`
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length })
  known.set(filename, { source, names, script })
  return script
}

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext } = options
  const script =
    filename === undefined || parsingContext === undefined
      ? null
      : scriptOf(source, parameters.join(), filename)
  return script === null ? compileFunction(source, parameters, options) : script.runInContext(parsingContext)
}
