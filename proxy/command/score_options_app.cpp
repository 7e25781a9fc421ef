#include "proxy/command/score_options_app.h"
#include <CLI/CLI.hpp>

namespace franz::proxy {
static constexpr int kMostRepeats = 1000, kMostParallel = 256;

// An option that may be given several times, with one value each.
static void add_list(CLI::App& app, const char* name, std::vector<std::string>& values,
                     const char* help, const char* type) {
  app.add_option(name, values, help)->type_name(type)->allow_extra_args(false)->take_all();
}

static void add_cluster_options(CLI::App& score, ScoreOptions& options) {
  const std::string group = "On several machines (docs/scores.md)";
  CLI::Option* const slurm =
      score.add_flag("--slurm", options.slurm, "submit the trials to Slurm as a job array")
          ->group(group);
  score.add_option("--partition", options.partition, "Slurm's partition")
      ->type_name("NAME")
      ->needs(slurm)
      ->group(group);
  score.add_option("--time", options.time, "the time limit of a job, as sbatch takes it")
      ->type_name("TIME")
      ->needs(slurm)
      ->group(group);
  add_list(score, "--sbatch", options.sbatch, "a further option for sbatch: --sbatch=OPTION",
           "OPTION");
  score.get_option("--sbatch")->needs(slurm)->group(group);
  score.add_flag("--dry-run", options.dry_run, "print the scripts, and submit nothing")
      ->group(group);
  score.add_option("--per-task", options.per_task, "trials in each job")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000))
      ->group(group);
  CLI::Option* const plan =
      score.add_option("--plan", options.plan, "the digest of the bundle's plan")
          ->type_name("DIGEST")
          ->group(group);
  score.add_option("--slice", options.slice, "measure only this part of the bundle's trials")
      ->type_name("K")
      ->check(CLI::Range(0, 1'000'000))
      ->excludes(slurm)
      ->needs(plan)
      ->group(group);
  score.add_flag("--check-node", options.check_node, "only check whether this machine can measure")
      ->needs(plan)
      ->group(group);
  score
      .add_flag("--collect", options.collect,
                "only collect what slices measured, and end the score")
      ->excludes(slurm)
      ->excludes(score.get_option("--slice"))
      ->group(group);
}

void add_score_options(CLI::App& score, ScoreOptions& options) {
  score.add_option("TASKS", options.tasks,
                   "names of tasks (`task list`), files or folders; none: all that FRANZ ships");
  add_list(score, "--model", options.models, "a model; several are compared", "NAME");
  add_list(score, "--profile", options.profiles, "a profile; several are compared", "NAME");
  add_list(score, "--prompt", options.prompts, "a file with a system prompt; several are compared",
           "FILE");
  add_list(score, "--set", options.sets, "a setting; several values of the same one are compared",
           "SECTION.KEY=VALUE");
  score.add_option("--repeat", options.repeat, "trials of each task with each combination")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostRepeats));
  score.add_option("--parallel", options.parallel, "trials at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, kMostParallel));
  score.add_option("--limit", options.limit, "only the first N tasks")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000));
  score.add_option("--only", options.only, "only tasks whose id matches, with * and ?")
      ->type_name("GLOB");
  score.add_flag("--retry-failed", options.retry_failed,
                 "try trials again that could not be measured; never those with a result");
  score
      .add_option("--max-cost", options.max_cost,
                  "begin no further trial when this much is spent ([model] input_price, "
                  "output_price)")
      ->type_name("X")
      ->check(CLI::PositiveNumber);
  score
      .add_option("--out", options.out,
                  "the folder of the results; an interrupted score continues there (a new one in "
                  "the folder of runs); with .tar.zst at the end also packed")
      ->type_name("BUNDLE");
  add_list(score, "--upstream", options.upstreams,
           "a model server; several share the trials, and one that does not answer is left out",
           "URL");
  add_cluster_options(score, options);
  score.add_option("--csv", options.csv, "also write the trials as CSV")->type_name("FILE");
  score.add_option("--junit", options.junit, "also write the trials as JUnit XML")
      ->type_name("FILE");
  score
      .add_option("--min-success", options.min_success,
                  "exit with 1 if a success rate is below this (0 to 1)")
      ->type_name("RATE")
      ->check(CLI::Range(0.0, 1.0));
}
}  // namespace franz::proxy
