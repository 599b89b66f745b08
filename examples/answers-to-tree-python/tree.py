"""tree.py FILE: held-out accuracy, three clusters and their support of a file of answers."""

import sys

import tertium

answers = tertium.read(sys.argv[1])
print(tertium.overview(answers))
print(tertium.compare(answers, methods=["AddS-3-AL", "4K-AL"], folds=5))

tree = tertium.AddS3AL(n_clusters=3).fit(answers)
for cluster in range(3):
    print(f"cluster {cluster}:", *(name for name, label in zip(tree.names_, tree.labels_) if label == cluster))

support = tertium.support(answers, method="AddS-3-AL", trees=200)
print(support)
print(support.tree.newick())  # with the support at the nodes
