/**
 * What is mutated together, and the tests that are about it, quick ones first: the first that fails ends the run of a
 * mutant. Left out are those that take seconds or start a sandbox for what others say without; `skip` names such ones
 * within a file.
 */
const keys = ['keysFromText', 'keysInLists', 'scanKeys'].map((name) => `test/domain/keys/${name}.test.ts`);
/** What is about time and many keys. */
const many =
  'are read once|without a stack|a few others|grows with|of its beginning|full with more|follows a quote|a long record';
const definitions = ['summary', 'summaryRisk', 'moves', 'definitionDiff', 'inside', 'alike', 'matcherMeaning', 'applyDiff'];
const document = [
  'places',
  'problems',
  'hover',
  'completions',
  'mergeParts',
  'reach',
  'shares',
  'similar',
  'fixesSay',
  'fixesWrite',
  'insertions',
  'merge',
];

export const rooms = {
  changeRequests: {
    mutate: ['src/domain/changeRequests/*.ts'],
    tests: ['decisions', 'inverse', 'requestEffect', 'history', 'requestGroups', 'curl', 'unknownOperation'].map(
      (name) => `test/domain/changeRequests/${name}.test.ts`,
    ),
  },
  keyPlans: {
    mutate: ['src/domain/keys/{keyPlan,keyCollector,keyDifference,keyDoubts,keyFold,keysFound}.ts'],
    tests: [
      ...['keyPlan', 'keyDifference', 'keyDoubts', 'lookAlikes'].map((name) => `test/domain/keys/${name}.test.ts`),
      'test/properties/keyPlans.test.ts',
      ...keys,
    ],
    skip: many,
  },
  keyGuess: {
    mutate: ['src/domain/keys/{guess*,columnName,csvSample,yamlSample,jsonSample}.ts'],
    tests: [...['guessSource', 'guessParts'].map((name) => `test/domain/keys/${name}.test.ts`), ...keys],
    skip: many,
  },
  keyScanners: {
    mutate: [
      'src/domain/keys/{csv*,json*,yaml*,line*,plainRun,cutRows,key{Scanner,Table,Reader}}.ts',
      '!src/domain/keys/*Sample.ts',
    ],
    tests: [
      ...keys,
      ...['listRules', 'keyTable', 'lookAlikes', 'guessSource', 'longRuns', 'keyReader'].map(
        (name) => `test/domain/keys/${name}.test.ts`,
      ),
    ],
    skip: many,
  },
  keyLists: {
    mutate: ['src/domain/keys/{looksHash,scanners,separatedScanner,keysFromText,keySource}.ts'],
    tests: [
      ...['looksHash', 'separatedKeys'].map((name) => `test/domain/keys/${name}.test.ts`),
      ...keys,
      ...['lookAlikes', 'guessSource', 'keyReader'].map((name) => `test/domain/keys/${name}.test.ts`),
    ],
    skip: many,
  },
  identities: {
    mutate: ['src/domain/identities/*.ts', 'src/domain/segments/*.ts', 'src/domain/emailAddress.ts'],
    tests: [
      ...['identities/identities', 'identities/identityRows', 'segments/segmentName', 'emailAddress'].map(
        (name) => `test/domain/${name}.test.ts`,
      ),
      'test/properties/identities.test.ts',
    ],
  },
  definitions: {
    mutate: ['src/domain/definitions/*.ts'],
    skip: 'are compared in one pass|are as few as|are so, too|over every way',
    tests: [...definitions, 'sequence', 'sameValue', 'wholeDefinition'].map((name) => `test/domain/definitions/${name}.test.ts`),
  },
  document: {
    skip: 'are 500, and|as far as|among thousands',
    mutate: ['src/domain/definitions/document/*.ts'],
    tests: [...[...document, 'scalarText'].map((name) => `document/${name}`), 'wholeDefinition'].map(
      (name) => `test/domain/definitions/${name}.test.ts`,
    ),
  },
  documentText: {
    mutate: ['src/operations/definitionText/{write,edit}DefinitionText.ts'],
    tests: ['writeDefinitionText', 'editDefinitionText', 'pairItems'].map(
      (name) => `test/operations/definitionText/${name}.test.ts`,
    ),
  },
  api: {
    mutate: ['src/api/{retry,failures,pages,model,envelope,answer,errors,path,baseUrl,noProxy,proxy,jsonSize}.ts'],
    tests: ['errorKinds', 'pages', 'envelope', 'answer', 'baseUrl', 'path', 'proxy', 'callRules', 'calls', 'retry', 'errors'].map(
      (name) => `test/api/${name}.test.ts`,
    ),
    skip: 'otherwise what JSON.parse gives',
  },
  /** Each call goes over HTTP to a server in the same process. */
  apiCalls: {
    mutate: [
      'src/api/{additions,apiKey,changeRequests,client,clock,definitions,flags,identities,segments,trafficTypes,transport,vocabulary,workspaces,networkFailure,retry,model}.ts',
    ],
    tests: [
      'networkFailure',
      'model',
      'apiKey',
      'clock',
      'calls',
      'addedCalls',
      'additions',
      'callRules',
      'errors',
      'connection',
      'cancel',
      'retry',
      'network',
    ].map((name) => `test/api/${name}.test.ts`),
  },
  /** How there comes to be a connection, straight or through a proxy. */
  apiConnections: {
    mutate: ['src/api/{dispatcher,tunnel}.ts'],
    tests: ['connection', 'cancel', 'network', 'dispatcher', 'tunnel'].map((name) => `test/api/${name}.test.ts`),
  },
  /** `elsewhere` are files of tests that start processes, where the change is, too. */
  apiCertificates: {
    mutate: ['src/api/certificates.ts'],
    tests: ['tunnel', 'certificates'].map((name) => `test/api/${name}.test.ts`),
    elsewhere: ['test/api/certificates.test.ts'],
  },
};
