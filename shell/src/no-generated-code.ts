import { z } from 'zod'

// zod compiles parsers at run time. The content security policy forbids that, and even zod's feature test
// would be reported as a violation.
z.config({ jitless: true })
