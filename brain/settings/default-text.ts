/** The `config.json` that a new home gets: every default, with a word on each for its owner. */
export const defaultConfigText = `{
  // Settings of Connectome. Comments are welcome and stay where they are.
  // Changes count as soon as the file is saved. What each key means: docs/configuration.md
  "version": 1,

  // Language models. A key is never written here: name an environment variable in "apiKeyEnv",
  // or store the key under the provider's name in the window's settings.
  // Any OpenAI-compatible server: { "kind": "openai", "model": "...", "baseUrl": "https://.../v1" }
  "providers": {
    "claude": { "kind": "anthropic", "model": "claude-sonnet-4-6", "apiKeyEnv": "ANTHROPIC_API_KEY" },
    "openai": { "kind": "openai", "model": "gpt-5.2", "apiKeyEnv": "OPENAI_API_KEY" },
    // An empty model means: the first one that Ollama has.
    "ollama": { "kind": "ollama", "model": "", "baseUrl": "http://127.0.0.1:11434" }
  },

  // Who answers; when one is down, the next takes over.
  "cascade": ["claude", "openai", "ollama"],

  // Which messages go elsewhere by themselves: { "keywords": ["invoice"], "target": "qwen3@ollama" }
  "routes": [],

  // Where tools work when a session names no other folder.
  "workingDir": "~/Connectome",

  // Project folders whose AGENTS.md counts, and those that are not to be asked about again.
  "folders": { "trusted": [], "never": [] },

  // "spendPerDayUsd": US dollars; a call that would pass it asks first. 0 = no limit.
  "limits": { "spendPerDayUsd": 0, "maxIterations": 8, "firstByteMs": 60000, "idleMs": 60000, "toolTimeoutMs": 120000 },

  // How much of the mind goes into a request, in tokens. 0 = 64,000 or what the model's window leaves.
  "context": {
    "budgetTokens": 0,
    "shares": { "identity": 0.15, "prefrontal": 0.10, "memory": 0.30, "skills": 0.20, "history": 0.25 },
    "caps": { "identity": 6000, "prefrontal": 4000, "memory": 4000, "skills": 6000 }
  },

  // What tools may do. "deny" wins over "ask", "ask" over "allow". A mistake in here or in
  // "sandbox" switches to the strictest settings until it is mended.
  "permissions": { "mode": "default", "allow": [], "ask": [], "deny": [], "sandboxed": "ask" },
  "sandbox": { "enabled": true, "network": [], "write": [] },

  "mcpServers": {},
  "disabledCapabilities": [],

  "ui": { "theme": "system", "contrast": "system", "language": "system" },

  // "tray": go on when the window is closed. "openAtLogin" and "updates" concern the packaged program.
  "desktop": { "openAtLogin": false, "tray": false, "notifications": true, "updates": true }
}
`;
